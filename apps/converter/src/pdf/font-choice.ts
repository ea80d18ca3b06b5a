import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Unconvertible } from '../unconvertible.js';

/** What is known of a font that is not there. */
export interface Wanted {
  name: string;
  isSerif: boolean;
  isFixed: boolean;
  isBold: boolean;
  isItalic: boolean;
  /** All that is written in it, as far as the document tells. */
  letters: ReadonlySet<string>;
}

/** Families with the same widths as those that documents ask for most, and the rest by the looks. */
const likeness: readonly [RegExp, string][] = [
  [/calibri|carlito/i, 'Carlito'],
  [/cambria|caladea/i, 'Caladea'],
  [/courier|mono|consol|typewriter|fixed/i, 'Liberation Mono'],
  [/arial|helvetica|sans|verdana|tahoma|gothic/i, 'Liberation Sans'],
  [/times|serif|roman|georgia|garamond|palatino|bookman|mincho|ming|song/i, 'Liberation Serif'],
];

/** More letters would make a command too long; so many tell their scripts. */
const maxAsked = 2_000;

/**
 * The name of a font on this machine that can write all letters, as like the wanted one as there is.
 * @throws Unconvertible `missing-font` when none can
 */
export async function chooseFont(wanted: Wanted): Promise<string> {
  const letters = [...wanted.letters].map((letter) => letter.codePointAt(0) ?? 0).slice(0, maxAsked);
  // Fontconfig looks for the letters first, and at the order of families among those that have as many.
  const pattern = [
    `${like(wanted)},Liberation Sans,DejaVu Sans,Noto Sans,${eastAsian(wanted)}`,
    ...(wanted.isBold ? ['bold'] : []),
    ...(wanted.isItalic ? ['italic'] : []),
    `charset=${letters.map((letter) => letter.toString(16)).join(' ')}`,
  ].join(':');
  const format = '%{family[0]}\n%{charset}\n';
  const { stdout } = await promisify(execFile)('fc-match', ['-f', format, pattern], { maxBuffer: 2 ** 20 });
  const [family = '', charset = ''] = stdout.split('\n');
  const has = coverage(charset);
  const isWritten = (letter: string) => !/[\p{L}\p{N}]/u.test(letter) || has(letter.codePointAt(0) ?? 0);
  if (![...wanted.letters].every(isWritten)) throw new Unconvertible('missing-font');
  const style = `${wanted.isBold ? 'Bold' : ''}${wanted.isItalic ? 'Italic' : ''}`;
  return style ? `${family}-${style}` : family;
}

function like({ name, isSerif, isFixed }: Wanted): string {
  const [, family] = likeness.find(([asked]) => asked.test(name)) ?? [];
  if (family) return family;
  if (isFixed) return 'Liberation Mono';
  return isSerif ? 'Liberation Serif' : 'Liberation Sans';
}

/** The same character has a shape of its own in each of the countries; which one is meant the letters beside it tell. */
function eastAsian({ letters, isSerif }: Wanted): string {
  const text = [...letters].join('');
  const style = isSerif ? 'Noto Serif CJK' : 'Noto Sans CJK';
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return `${style} JP`;
  if (/\p{Script=Hangul}/u.test(text)) return `${style} KR`;
  return `${style} SC`;
}

/** Fontconfig's list of characters: numbers and ranges in hexadecimal digits. */
function coverage(charset: string): (character: number) => boolean {
  const ranges = charset.split(' ').map((range) => {
    const [first = '', last = first] = range.split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
  return (character) => ranges.some(([first, last]) => character >= first && character <= last);
}
