import type { PrintOptions } from '@sixpence/contracts/http/documents';

/** The words for print options in an address or a subject; other words are ignored. */
const knownWords: Readonly<Record<string, Partial<PrintOptions>>> = {
  '1sided': { side: '1-Sided' },
  '1-sided': { side: '1-Sided' },
  simplex: { side: '1-Sided' },
  '2sided': { side: '2-Sided' },
  '2-sided': { side: '2-Sided' },
  duplex: { side: '2-Sided' },
  mono: { isColor: false },
  bw: { isColor: false },
  'black-white': { isColor: false },
  color: { isColor: true },
  colour: { isColor: true },
};

/** The options in an address such as `print+mono+2sided@print.example.com`. */
export function optionsInAddress(address: string): Partial<PrintOptions> {
  const [, ...options] = address.slice(0, address.lastIndexOf('@')).split('+');
  return optionsOf(options);
}

/**
 * The options in a subject that consists of such words, as `2-sided colour`, or has them in brackets, as
 * `Essay [2-sided]`. Any other subject that contains such a word is ignored, because colour costs more.
 */
export function optionsInSubject(subject: string): Partial<PrintOptions> {
  const inBrackets = [...subject.slice(0, 1_000).matchAll(/\[([^[\]]*)\]/g)].map(([, text = '']) => text);
  const text = inBrackets.length > 0 ? inBrackets.join(' ') : subject.slice(0, 100);
  const words = text.split(/[\s,+]+/).filter((word) => word !== '');
  const isOptionList = inBrackets.length > 0 || words.every((word) => optionOf(word) !== undefined);
  return isOptionList ? optionsOf(words) : {};
}

function optionsOf(words: readonly string[]): Partial<PrintOptions> {
  return Object.assign({}, ...words.map((word) => optionOf(word) ?? {})) as Partial<PrintOptions>;
}

function optionOf(word: string): Partial<PrintOptions> | undefined {
  const name = word.toLowerCase();
  return Object.hasOwn(knownWords, name) ? knownWords[name] : undefined;
}
