/**
 * The programs Sixpence runs but does not ship. Debian's packages are unpacked, not installed: installing nats-server
 * or a CUPS package would start or enable a service. The libraries they lack come along into the same folder, so
 * nothing on the machine changes and no root is needed.
 */
export const unpacked = {
  'nats-server': {
    package: 'nats-server',
    programs: ['nats-server'],
    versionOf: 'nats-server',
    needed: true,
    unless: 'NATS_URL',
  },
  /**
   * Of a newer Debian: the line of the older one has no support any more. It runs on the machine's own libraries. Where it
   * cannot be had, the older one does.
   */
  'newer nats-server': {
    package: 'nats-server',
    release: 'trixie',
    programsAs: { 'nats-server': 'nats-server-newer' },
    versionOf: 'nats-server-newer',
    unless: 'NATS_URL',
    without: "this Debian's own nats-server is used, which is out of support",
  },
  'virtual printer': {
    package: 'cups-ipp-utils',
    programs: ['ippeveprinter', 'ipptool'],
    versionOf: 'ippeveprinter',
    without: 'the virtual printers are not started; everything else is',
  },
  'message bus': {
    package: 'dbus-daemon',
    programs: ['dbus-daemon'],
    versionOf: 'dbus-daemon',
    without: 'the virtual printers are not started (they need a private D-Bus); everything else is',
  },
  qpdf: { package: 'qpdf', programs: ['qpdf'], versionOf: 'qpdf', needed: true },
};

const withoutPeer = '`npm run bench`, and the test that runs it, fail where they come to it';

/** The peers that `npm run bench` measures the ledger, the printing, and the drawing of pages against. */
export const forBench = {
  poppler: {
    package: 'poppler-utils',
    programs: ['pdftoppm'],
    versionOf: 'pdftoppm',
    versionFlag: '-v',
    without: withoutPeer,
  },
  pgbench: { package: 'postgresql-15', programs: ['pgbench'], versionOf: 'pgbench', without: withoutPeer },
  // Neither says its version; all of CUPS has one. Its server runs from where it is unpacked, on a port of the bench.
  cupsd: { package: 'cups-daemon', programs: ['cupsd'], versionOf: 'ipptool', without: withoutPeer },
  lp: { package: 'cups-client', programs: ['lp'], versionOf: 'ipptool', without: withoutPeer },
};

/** Installed, because each is a hundred libraries, or does not run from another folder. */
export const installed = {
  /** The Chromium that has no windows to draw takes half the processor's time of the one that has. */
  Chromium: {
    packages: ['chromium-headless-shell', 'fonts-liberation', 'fonts-dejavu-core'],
    program: 'chromium-headless-shell',
    variable: 'CHROMIUM',
    without: 'tests that need a browser take another Chromium that is there, or fail',
  },
  /**
   * LibreOffice does not run from another folder. Its bridge to Python drives it; the fonts have the widths of those that
   * documents mostly ask for, and the letters of most of the world.
   */
  LibreOffice: {
    packages: [
      ...['libreoffice-writer-nogui', 'libreoffice-calc-nogui', 'libreoffice-impress-nogui', 'python3-uno'],
      'libreoffice-math-nogui',
      ...['fonts-liberation', 'fonts-crosextra-carlito', 'fonts-crosextra-caladea'],
      ...['fonts-noto-core', 'fonts-noto-cjk'],
    ],
    program: 'soffice',
    variable: 'SOFFICE',
    without: 'office documents are refused; everything else works',
  },
  /** For a machine that has LibreOffice without it. */
  'LibreOffice Math': {
    packages: ['libreoffice-math-nogui'],
    file: 'program/libsmlo.so',
    without: 'formulas in documents come out as nothing',
  },
  /**
   * Puts fonts into PDFs that name them only. Its tables of East Asian characters are looked for in the system's folder
   * and nowhere else, so it is installed. DejaVu has the scripts in one font that others have in many.
   */
  poppler: {
    packages: [
      ...['poppler-utils', 'poppler-data', 'fontconfig', 'fonts-dejavu-core', 'fonts-liberation'],
      ...['fonts-crosextra-carlito', 'fonts-crosextra-caladea', 'fonts-noto-core', 'fonts-noto-cjk'],
    ],
    program: 'pdftocairo',
    besides: ['fc-match'],
    without: 'PDFs without their fonts, or with undrawn notes, fail; everything else works',
  },
};

/**
 * What LibreOffice's packages without a screen lack and a document can reach. Out of the packages with one only these
 * files are taken: 22 MB instead of another set of libraries, and nothing on the machine is replaced.
 */
export const officeForms = {
  packages: ['writer', 'calc', 'impress', 'draw', 'math'].map((name) => `libreoffice-${name}`),
  versionOf: 'libreoffice-core-nogui',
  telling: 'share/config/soffice.cfg/modules/swriter/ui/annotation.ui',
  without: 'texts with comments in them are refused as damaged; everything else works',
};

/** Never unpacked: every Debian machine has them, and a second C library beside the machine's breaks programs. */
export const alwaysThere =
  /^(libc6|libc-bin|libcrypt1|libgcc-s1|libstdc\+\+6|gcc-\d+-base|adduser|passwd|debconf|dpkg|perl.*|locales.*|libllvm.*|postgresql-common|postgresql-client-common|ssl-cert|sysstat|logrotate|cron.*|init-system-helpers)$/;
