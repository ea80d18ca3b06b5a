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

/**
 * The fontconfig file that LibreOffice is given, so that a document gets the same letters on every machine: only the
 * fonts above, whatever else is installed, and no aliases but those of fontconfig itself.
 */
export function fontSettings(): string {
  const accepted = stylesOfNoto.map((style) => `<glob>/usr/share/fonts/*/noto/*-${style}.*</glob>`);
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">',
    '<fontconfig>',
    ...folders.map((folder) => `<dir>${folder}</dir>`),
    '<cachedir>/var/cache/fontconfig</cachedir>',
    `<selectfont><rejectfont><glob>/usr/share/fonts/*/noto/*</glob></rejectfont>`,
    `<acceptfont>${accepted.join('')}</acceptfont></selectfont>`,
    ...rules.map(
      (rule) => `<include ignore_missing="yes">/usr/share/fontconfig/conf.avail/${rule}.conf</include>`,
    ),
    '</fontconfig>',
  ].join('\n');
}
