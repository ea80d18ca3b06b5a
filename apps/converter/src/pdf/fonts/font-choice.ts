import { Unconvertible } from '../../unconvertible.js';
import { layOut, withOwnFonts } from './own-fonts.js';

/** What is known of a font that is not there. */
export interface Wanted {
  name: string;
  isSerif: boolean;
  isFixed: boolean;
  isBold: boolean;
  isItalic: boolean;
  /** All that is written in it, as far as the document tells. */
  letters: ReadonlySet<string>;
  /** Whose shapes East Asian characters are to have, where the document says it. */
  country?: Country | undefined;
}

/** Simplified and traditional Chinese, Japanese, and Korean. */
export type Country = 'SC' | 'TC' | 'JP' | 'KR';

/** Families with the same widths as those that documents ask for most, and the rest by the looks. */
const likeness: readonly [RegExp, string][] = [
  [/calibri|carlito/i, 'Carlito'],
  [/cambria|caladea/i, 'Caladea'],
  [/courier|mono|consol|typewriter|fixed/i, 'Liberation Mono'],
  [/arial|helvetica|sans|verdana|tahoma|gothic/i, 'Liberation Sans'],
  [/times|serif|roman|georgia|garamond|palatino|bookman|mincho|ming|song/i, 'Liberation Serif'],
];

/** Families that are made for one country, as their names tell. */
const countries: readonly [RegExp, Country][] = [
  [/mingliu|msung|mhei|dfkai|jhenghei|kaiu|(cns|hk|tc)\b/i, 'TC'],
  [/simsun|simhei|yahei|fangsong|kaiti|stsong|stheiti|pingfangsc|(gb|sc)\b/i, 'SC'],
  [/mincho|heisei|meiryo|kozmin|kozgo|hiragino|yugothic|ms-?p?gothic|jp\b/i, 'JP'],
  [/batang|gulim|dotum|malgun|hysmyeongjo|hygothic|kr\b/i, 'KR'],
];

/** More letters would make a command too long; so many tell their scripts. */
const maxAsked = 2_000;

/**
 * The name of one of the converter's fonts that can write all letters, as like the wanted one as there is.
 * @throws Unconvertible `missing-font` when none can; MissingProgram
 */
export async function chooseFont(wanted: Wanted): Promise<string> {
  const letters = [...wanted.letters].map((letter) => letter.codePointAt(0) ?? 0).slice(0, maxAsked);
  const eastern = eastAsian(wanted);
  const western = [like(wanted), 'Liberation Sans', 'DejaVu Sans', 'Noto Sans'];
  // Fontconfig looks for the letters first, and at the order of families among those that have as many.
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
  const isWritten = (letter: string) => !/[\p{L}\p{N}]/u.test(letter) || has(letter.codePointAt(0) ?? 0);
  if (file === '' || ![...wanted.letters].every(isWritten)) throw new Unconvertible('missing-font');
  if (file.endsWith('.ttc')) await layOut(file, Number(index));
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
 * The same character has a shape of its own in each of the countries; which one is meant the document says, or the
 * letters beside it, or the font's name.
 */
function eastAsian({ name, letters, isSerif, country }: Wanted): string {
  const text = [...letters].join('');
  const style = isSerif ? 'Noto Serif CJK' : 'Noto Sans CJK';
  const toldByLetters = () => {
    if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'JP';
    return /\p{Script=Hangul}/u.test(text) ? 'KR' : undefined;
  };
  const toldByName = () => countries.find(([names]) => names.test(name))?.[1];
  return `${style} ${country ?? toldByLetters() ?? toldByName() ?? 'SC'}`;
}

/** Fontconfig's list of characters: numbers and ranges in hexadecimal digits. */
function coverage(charset: string): (character: number) => boolean {
  const ranges = charset.split(' ').map((range) => {
    const [first = '', last = first] = range.split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
  return (character) => ranges.some(([first, last]) => character >= first && character <= last);
}
