/** Where the fonts lie that the set-up installs: the widths that documents mostly ask for, and most of the world's letters. */
const folders = [
  '/usr/share/fonts/truetype/liberation',
  '/usr/share/fonts/truetype/crosextra',
  '/usr/share/fonts/truetype/noto',
  '/usr/share/fonts/opentype/noto',
];

/** Other packages put more of Noto into the same folders; those installed bring these styles, and these alone. */
const stylesOfNoto = ['Regular', 'Bold', 'Italic', 'BoldItalic'];

/** What fontconfig's own package says of names and scripts. The machine's choice of it, in /etc, plays no part. */
const rules = [
  ...['30-metric-aliases', '30-opensymbol', '40-nonlatin', '45-generic', '45-latin', '49-sansserif'],
  ...['60-generic', '60-latin', '65-nonlatin', '70-fonts-noto-cjk', '90-synthetic'],
];

/** More fonts, for those that need them. */
interface MoreFonts {
  /** Looked into first. */
  folders: readonly string[];
  /** Single files. */
  files: readonly string[];
  /** Where fontconfig may write down what it found in them. */
  notes: string;
  /** Families by the names that other families are asked for by. */
  aliases: Readonly<Record<string, string>>;
}

/**
 * The fontconfig file that LibreOffice and poppler are given, so that a document gets the same letters on every machine:
 * only the fonts above and those that are asked for, whatever else is installed, and no aliases but those of fontconfig
 * itself.
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
    ...['/var/cache/fontconfig', ...(more ? [more.notes] : [])].map(
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
