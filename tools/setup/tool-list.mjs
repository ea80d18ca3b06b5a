/** The packages of npm together, on disk. */
export const packages = { megabytes: 920 };

/**
 * The programs that Sixpence runs but does not ship, with their sizes on disk. Debian packages are unpacked,
 * not installed, because installing nats-server or a CUPS package would start or enable a service. Missing
 * libraries go into the same folder, so no root is needed.
 */
export const unpacked = {
  'nats-server': {
    package: 'nats-server',
    megabytes: 11,
    programs: ['nats-server'],
    versionOf: 'nats-server',
    needed: true,
    unless: 'NATS_URL',
  },
  /**
   * From a newer Debian, because the version in the older Debian is out of support. The newer version runs on
   * the machine's own libraries. If it cannot be fetched, the older version is used.
   */
  'newer nats-server': {
    package: 'nats-server',
    release: 'trixie',
    megabytes: 15,
    programsAs: { 'nats-server': 'nats-server-newer' },
    versionOf: 'nats-server-newer',
    unless: 'NATS_URL',
    without: "this Debian's own nats-server is used, which is out of support",
  },
  'virtual printer': {
    package: 'cups-ipp-utils',
    megabytes: 2,
    programs: ['ippeveprinter', 'ipptool'],
    versionOf: 'ippeveprinter',
    without: 'the virtual printers are not started; everything else works',
  },
  'message bus': {
    package: 'dbus-daemon',
    megabytes: 1,
    programs: ['dbus-daemon'],
    versionOf: 'dbus-daemon',
    without: 'the virtual printers are not started (they need a private D-Bus); everything else works',
  },
  qpdf: { package: 'qpdf', megabytes: 4, programs: ['qpdf'], versionOf: 'qpdf', needed: true },
};

const withoutPeer = '`npm run bench`, and the test that runs it, fail at the step that needs this program';

/** The peers with which `npm run bench` compares the ledger, the printing, and the drawing of pages. */
export const forBench = {
  poppler: {
    package: 'poppler-utils',
    megabytes: 6,
    programs: ['pdftoppm'],
    versionOf: 'pdftoppm',
    versionFlag: '-v',
    without: withoutPeer,
  },
  pgbench: {
    package: 'postgresql-15',
    megabytes: 66,
    programs: ['pgbench'],
    versionOf: 'pgbench',
    without: withoutPeer,
  },
  // Neither program reports a version; ipptool reports that of CUPS. The bench runs cupsd from its unpacked
  // folder, on its own port.
  cupsd: {
    package: 'cups-daemon',
    megabytes: 2,
    programs: ['cupsd'],
    versionOf: 'ipptool',
    without: withoutPeer,
  },
  lp: { package: 'cups-client', megabytes: 6, programs: ['lp'], versionOf: 'ipptool', without: withoutPeer },
};

/**
 * These programs are installed, because each needs a hundred libraries or does not run from another folder.
 */
export const installed = {
  /** The headless shell takes half the processor time of the full Chromium. */
  Chromium: {
    packages: ['chromium-headless-shell', 'fonts-liberation', 'fonts-dejavu-core'],
    megabytes: 590,
    program: 'chromium-headless-shell',
    variable: 'CHROMIUM',
    without: 'tests that need a browser use another installed Chromium, or fail',
  },
  /**
   * LibreOffice does not run from another folder. The converter drives it through its Python bridge. The
   * fonts have the widths of the most common document fonts, and cover most of the world's scripts.
   */
  LibreOffice: {
    packages: [
      'libreoffice-writer-nogui',
      'libreoffice-calc-nogui',
      'libreoffice-impress-nogui',
      'python3-uno',
      'libreoffice-math-nogui',
      'fonts-liberation',
      'fonts-crosextra-carlito',
      'fonts-crosextra-caladea',
      'fonts-noto-core',
      'fonts-noto-cjk',
    ],
    program: 'soffice',
    megabytes: 570,
    variable: 'SOFFICE',
    without: 'office documents are refused; everything else works',
  },
  /** For a machine whose LibreOffice lacks Math. */
  'LibreOffice Math': {
    packages: ['libreoffice-math-nogui'],
    megabytes: 5,
    file: 'program/libsmlo.so',
    without: 'formulas in documents are not printed',
  },
  /**
   * Adds fonts to PDFs that do not embed them. It must be installed, because it looks for its tables of East
   * Asian characters only in the system's folder. DejaVu has in one font the scripts for which other families
   * need several.
   */
  poppler: {
    packages: [
      'poppler-utils',
      'poppler-data',
      'fontconfig',
      'fonts-dejavu-core',
      'fonts-liberation',
      'fonts-crosextra-carlito',
      'fonts-crosextra-caladea',
      'fonts-noto-core',
      'fonts-noto-cjk',
    ],
    program: 'pdftocairo',
    megabytes: 20,
    besides: ['fc-match'],
    without:
      'PDFs that do not embed their fonts, or have annotations without appearance, fail; everything else works',
  },
};

/**
 * Forms that LibreOffice's packages without a screen lack and that a document can need. Only these files are
 * taken from the packages with a screen: 22 MB instead of another set of libraries. No file of the machine is
 * replaced.
 */
export const officeForms = {
  megabytes: 23,
  packages: ['writer', 'calc', 'impress', 'draw', 'math'].map((name) => `libreoffice-${name}`),
  versionOf: 'libreoffice-core-nogui',
  telling: 'share/config/soffice.cfg/modules/swriter/ui/annotation.ui',
  without: 'texts with comments in them are refused as damaged; everything else works',
};

/**
 * Never unpacked: every Debian machine has them, and a second C library beside the machine's breaks programs.
 */
export const alwaysThere =
  /^(libc6|libc-bin|libcrypt1|libgcc-s1|libstdc\+\+6|gcc-\d+-base|adduser|passwd|debconf|dpkg|perl.*|locales.*|libllvm.*|postgresql-common|postgresql-client-common|ssl-cert|sysstat|logrotate|cron.*|init-system-helpers)$/;
