/** The languages that the site and the panels speak, by what each calls itself. English is the first, and always complete. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

/** What a language says in the place of English words, by the name that these have there. */
export type Dictionary = Readonly<Record<string, unknown>>;

/** The same words in another language: texts for texts, and for each sentence that takes something, one that takes the same. */
export type Translated<T> = T extends (...given: infer Given) => infer Said
  ? (...given: Given) => Said
  : T extends string
    ? string
    : { readonly [Key in keyof T]: Translated<T[Key]> };

const locales = { en: 'en-GB', de: 'de-DE' } as const satisfies Record<Language, string>;

let spoken: Language = 'en';
let dictionary: Dictionary = {};

/** Speaks another language from here on. Before anything is drawn: what is on screen does not change. */
export function speak(language: Language, words: Dictionary): void {
  spoken = language;
  dictionary = words;
}

export function language(): Language {
  return spoken;
}

/** How dates, times, and numbers are written now, as `Intl` wants it. */
export function locale(): string {
  return locales[spoken];
}

/** A language that was written down, such as a choice that a browser keeps. */
export function languageIn(note: string | null): Language | undefined {
  return Object.keys(languages).find((name): name is Language => name === note);
}

/**
 * Words in the language that is spoken when they are read; in English where that language has none of them. They stay where
 * they are needed, and a language is one file of a site: `words.de.ts`.
 * @param name what they are called in the files of languages
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
