import { type Dictionary, type Language, languageIn, speak } from './language.js';

const key = 'sixpence.language';

/** Every language but English, as files that are loaded only when chosen. */
export type OtherLanguages = Readonly<Record<Exclude<Language, 'en'>, () => Promise<Dictionary>>>;

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
 * Loads the words of the chosen language and switches to it.
 * @throws Error when they cannot be loaded
 */
export async function speakChosen(language: Exclude<Language, 'en'>, others: OtherLanguages): Promise<void> {
  speak(language, await others[language]());
  document.documentElement.lang = language;
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
