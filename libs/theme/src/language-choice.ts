import { type Dictionary, type Language, languageIn, speak } from './language.js';

const key = 'sixpence.language';

/** Every language but English, as modules that are loaded only when chosen. */
export type OtherLanguages<Words extends { words: Dictionary }> = Readonly<
  Record<Exclude<Language, 'en'>, () => Promise<Words>>
>;

/** The language that was chosen in this browser; English without a choice or without browser storage. */
export function chosenLanguage(): Language {
  try {
    return languageIn(window.localStorage.getItem(key)) ?? 'en';
  } catch (error) {
    console.warn('The browser keeps no choice of a language', error);
    return 'en';
  }
}

/**
 * Loads the module with the words of the chosen language and switches to it.
 * @throws Error when it cannot be loaded
 */
export async function speakChosen<Words extends { words: Dictionary }>(
  language: Exclude<Language, 'en'>,
  others: OtherLanguages<Words>,
): Promise<Words> {
  const loaded = await others[language]();
  speak(language, loaded.words);
  document.documentElement.lang = language;
  return loaded;
}

/** Stores the choice of a language in this browser, and reloads the page in it. */
export function chooseLanguage(language: Language): void {
  try {
    window.localStorage.setItem(key, language);
  } catch (error) {
    console.warn('The browser keeps no choice of a language', error);
  }
  window.location.reload();
}
