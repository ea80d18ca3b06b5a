import { Unconvertible } from '../../unconvertible.js';
import { extractFace, withOwnFonts } from './own-fonts.js';

/** The properties of a missing font, as the document states them. */
export interface Wanted {
  name: string;
  isSerif: boolean;
  isFixed: boolean;
  isBold: boolean;
  isItalic: boolean;
  /** The letters that the document draws with this font, as far as they can be found. */
  letters: ReadonlySet<string>;
  /** The country whose shapes East Asian characters have, where the document names it. */
  country?: Country | undefined;
}

/** Simplified and traditional Chinese, Japanese, and Korean. */
export type Country = 'SC' | 'TC' | 'JP' | 'KR';

/** Families with the same widths as the most used fonts; for the others, families of a similar style. */
const likeness: readonly [RegExp, string][] = [
  [/calibri|carlito/i, 'Carlito'],
  [/cambria|caladea/i, 'Caladea'],
  [/courier|mono|consol|typewriter|fixed/i, 'Liberation Mono'],
  [/arial|helvetica|sans|verdana|tahoma|gothic/i, 'Liberation Sans'],
  [/times|serif|roman|georgia|garamond|palatino|bookman|mincho|ming|song/i, 'Liberation Serif'],
];

/** Names of families that are made for one country. */
const countries: readonly [RegExp, Country][] = [
  [/mingliu|msung|\bmhei|dfkai|jhenghei|kaiu|(cns|hk|tc)\b/i, 'TC'],
  [/simsun|simhei|yahei|fangsong|kaiti|stsong|stheiti|pingfangsc|(gb|sc)\b/i, 'SC'],
  [/mincho|heisei|meiryo|kozmin|kozgo|hiragino|yugothic|ms-?p?gothic|jp\b/i, 'JP'],
  [/batang|gulim|dotum|malgun|hysmyeongjo|hygothic|kr\b/i, 'KR'],
];

/** The most letters in one command; they are enough to tell the scripts. */
const maxAsked = 2_000;

/**
 * The name of the converter's font that has all these letters and is most like the wanted one.
 * @throws Unconvertible `missing-font` when no font has them; MissingProgram
 */
export async function chooseFont(wanted: Wanted): Promise<string> {
  const letters = [...wanted.letters].map((letter) => letter.codePointAt(0) ?? 0).slice(0, maxAsked);
  const eastern = eastAsian(wanted);
  const western = [like(wanted), 'Liberation Sans', 'DejaVu Sans', 'Noto Sans'];
  // Fontconfig compares the letters first, and then the order of families.
  const pattern = [
    (wanted.country ? [eastern, ...western] : [...western, eastern]).join(','),
    ...(wanted.isBold ? ['bold'] : []),
    ...(wanted.isItalic ? ['italic'] : []),
    `charset=${letters.map((letter) => letter.toString(16)).join(' ')}`,
  ].join(':');
  const format = '%{family[0]}\n%{file}\n%{index}\n%{charset}\n';
  const found = await withOwnFonts('fc-match', ['-f', format, pattern]);
  const [family = '', file = '', index = '', charset = ''] = found.stdout.split('\n');
  const has = coverage(charset);
  const isCovered = (letter: string) => !/[\p{L}\p{N}]/u.test(letter) || has(letter.codePointAt(0) ?? 0);
  if (file === '' || ![...wanted.letters].every(isCovered)) throw new Unconvertible('missing-font');
  if (file.endsWith('.ttc')) await extractFace(file, Number(index));
  const style = `${wanted.isBold ? 'Bold' : ''}${wanted.isItalic ? 'Italic' : ''}`;
  return style ? `${family}-${style}` : family;
}

function like({ name, isSerif, isFixed }: Wanted): string {
  const [, family] = likeness.find(([asked]) => asked.test(name)) ?? [];
  if (family) return family;
  if (isFixed) return 'Liberation Mono';
  return isSerif ? 'Liberation Serif' : 'Liberation Sans';
}

/**
 * One character can have a different shape in each of these countries. The document, its letters, or the
 * font's name tells the country.
 */
function eastAsian({ name, letters, isSerif, country }: Wanted): string {
  const text = [...letters].join('');
  const style = isSerif ? 'Noto Serif CJK' : 'Noto Sans CJK';
  const countryOfLetters = () => {
    if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'JP';
    return /\p{Script=Hangul}/u.test(text) ? 'KR' : undefined;
  };
  const countryOfName = () => countries.find(([names]) => names.test(name))?.[1];
  return `${style} ${country ?? countryOfLetters() ?? countryOfName() ?? 'SC'}`;
}

/** Parses fontconfig's list of characters: numbers and ranges in hexadecimal digits. */
function coverage(charset: string): (character: number) => boolean {
  const ranges = charset.split(' ').map((range) => {
    const [first = '', last = first] = range.split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
  return (character) => ranges.some(([first, last]) => character >= first && character <= last);
}
