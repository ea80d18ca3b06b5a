/**
 * The languages of the site and the panels, each by its own name. English comes first and is always complete.
 */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

/** The words of a language by name; each entry replaces the English words of that name. */
export type Dictionary = Readonly<Record<string, unknown>>;

/**
 * The type of the same words in another language: a text for a text, and a function with the same parameters
 * for a function.
 */
export type Translated<T> = T extends (...given: infer Given) => infer Said
  ? (...given: Given) => Said
  : T extends string
    ? string
    : { readonly [Key in keyof T]: Translated<T[Key]> };

const locales = { en: 'en-GB', de: 'de-DE' } as const satisfies Record<Language, string>;

let spoken: Language = 'en';
let dictionary: Dictionary = {};

/** Switches the language. Must be called before anything is drawn, because existing texts do not change. */
export function speak(language: Language, words: Dictionary): void {
  spoken = language;
  dictionary = words;
}

export function language(): Language {
  return spoken;
}

/** The locale of dates, times, and numbers, for `Intl`. */
export function locale(): string {
  return locales[spoken];
}

/** Parses a stored choice of a language, such as that of a browser. */
export function languageIn(note: string | null): Language | undefined {
  return Object.keys(languages).find((name): name is Language => name === note);
}

/**
 * Words in the language that is current when they are read; English where that language lacks them. The
 * English words stay in the file that uses them; another language has one file per site: `words.de.ts`.
 * @param name the key of the words in the dictionaries
 */
export function inLanguage<Words extends object>(name: string, english: Words): Words {
  return new Proxy(english, {
    get: (own, key) => Reflect.get(wordsNow(name, own), key) as unknown,
    apply: (own, _, given: unknown[]) =>
      Reflect.apply(wordsNow(name, own) as () => unknown, undefined, given) as unknown,
  });
}

function wordsNow<Words extends object>(name: string, english: Words): Words {
  return (dictionary[name] as Words | undefined) ?? english;
}
