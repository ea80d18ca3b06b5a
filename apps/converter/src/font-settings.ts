/**
 * The folders of the fonts that the set-up installs: they have the widths of the most used fonts, and letters
 * for most scripts.
 */
const folders = [
  '/usr/share/fonts/truetype/liberation',
  '/usr/share/fonts/truetype/crosextra',
  '/usr/share/fonts/truetype/noto',
  '/usr/share/fonts/opentype/noto',
];

/** Other packages put more of Noto into the same folders. The installed packages bring only these styles. */
const stylesOfNoto = ['Regular', 'Bold', 'Italic', 'BoldItalic'];

/**
 * The rules of fontconfig's own package for names and scripts. The machine's selection in /etc is not used.
 */
const rules = [
  '30-metric-aliases',
  '30-opensymbol',
  '40-nonlatin',
  '45-generic',
  '45-latin',
  '49-sansserif',
  '60-generic',
  '60-latin',
  '65-nonlatin',
  '70-fonts-noto-cjk',
  '90-synthetic',
];

/** Additional fonts for one program. */
interface MoreFonts {
  /** Searched first. */
  folders: readonly string[];
  /** Single files. */
  files: readonly string[];
  /** A folder for fontconfig's cache. */
  cache: string;
  /** The family that replaces each requested family name. */
  aliases: Readonly<Record<string, string>>;
}

/**
 * The fontconfig file for LibreOffice and poppler. With it, a document gets the same letters on every
 * machine: programs use only the fonts above and the given fonts, and only fontconfig's own aliases.
 */
export function fontSettings(more?: MoreFonts): string {
  const accepted = stylesOfNoto.map((style) => `/usr/share/fonts/*/noto/*-${style}.*`);
  const single = new Set(more?.files.map((file) => file.slice(0, file.lastIndexOf('/'))));
  const rejected = ['/usr/share/fonts/*/noto', ...single].map((folder) => `${folder}/*`);
  const globs = (patterns: readonly string[]) =>
    patterns.map((pattern) => `<glob>${pattern}</glob>`).join('');
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">',
    '<fontconfig>',
    ...[...(more?.folders ?? []), ...folders, ...single].map((folder) => `<dir>${folder}</dir>`),
    ...['/var/cache/fontconfig', ...(more ? [more.cache] : [])].map(
      (folder) => `<cachedir>${folder}</cachedir>`,
    ),
    `<selectfont><rejectfont>${globs(rejected)}</rejectfont>`,
    `<acceptfont>${globs([...accepted, ...(more?.files ?? [])])}</acceptfont></selectfont>`,
    ...rules.map(
      (rule) => `<include ignore_missing="yes">/usr/share/fontconfig/conf.avail/${rule}.conf</include>`,
    ),
    ...Object.entries(more?.aliases ?? {}).map(
      ([asked, family]) =>
        `<alias binding="same"><family>${asked}</family><accept><family>${family}</family></accept></alias>`,
    ),
    '</fontconfig>',
  ].join('\n');
}
