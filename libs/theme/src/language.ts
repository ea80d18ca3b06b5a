/**
 * The languages of the site and the panels, each by its own name. English comes first and is always complete.
 */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

/** Words of a language by their names; each replaces the English words of that name. */
export type Dictionary = Readonly<Record<string, object>>;

/**
 * The type of the same words in another language: a text for a text, and a function with the same parameters
 * for a function.
 */
export type Translated<T> = T extends (...inputs: infer Inputs) => infer Result
  ? (...inputs: Inputs) => Result
  : T extends string
    ? string
    : { readonly [Key in keyof T]: Translated<T[Key]> };

const locales = { en: 'en-GB', de: 'de-DE' } as const satisfies Record<Language, string>;

let current: Language = 'en';
let dictionary: Dictionary = {};
/** Each function puts the words of one constant into the current language. */
const changes: (() => void)[] = [];

/** Switches the language. Must be called before anything is drawn, because existing texts do not change. */
export function speak(language: Language, words: Dictionary): void {
  current = language;
  dictionary = words;
  for (const change of changes) change();
}

/** Adds words of the current language, such as those of a page before it is drawn. */
export function addWords(words: Dictionary): void {
  speak(current, { ...dictionary, ...words });
}

export function language(): Language {
  return current;
}

/** The locale of dates, times, and numbers, for `Intl`. */
export function locale(): string {
  return locales[current];
}

/** Parses a stored choice of a language, such as that of a browser. */
export function languageIn(stored: string | null): Language | undefined {
  return Object.keys(languages).find((name): name is Language => name === stored);
}

/**
 * The words of a page in the current language; English where that language lacks them. Every module reads
 * them when it draws, not while it is loaded. The English words stand in `x-words.en.ts`, those of another
 * language beside it in `x-words.de.ts`.
 * @param name the name of the constant, which is the key of these words in the other languages
 */
export function inLanguage<Words extends object>(name: string, english: Words): Words {
  if (typeof english === 'function') {
    const translated = (...parameters: unknown[]) =>
      ((dictionary[name] ?? english) as (...parameters: unknown[]) => unknown)(...parameters);
    return translated as Words;
  }
  const words = {} as Words;
  const change = () => void Object.assign(words, english, dictionary[name]);
  changes.push(change);
  change();
  return words;
}
