import { type Dictionary, type Language, languageIn, speak } from './language.js';

const key = 'sixpence.language';

/** Every language but English, as files that are fetched for those who chose them. */
export type OtherLanguages = Readonly<Record<Exclude<Language, 'en'>, () => Promise<Dictionary>>>;

/** What was chosen in this browser; English where nothing was, or where the browser keeps nothing. */
export function chosenLanguage(): Language {
  try {
    return languageIn(window.localStorage.getItem(key)) ?? 'en';
  } catch (error) {
    console.warn('The browser keeps no choice of a language', error);
    return 'en';
  }
}

/** Speaks what was chosen, once its words are there. @throws Error when they cannot be fetched */
export async function speakChosen(language: Exclude<Language, 'en'>, others: OtherLanguages): Promise<void> {
  speak(language, await others[language]());
  document.documentElement.lang = language;
}

/** Chooses a language for this browser; the page begins anew in it. */
export function chooseLanguage(language: Language): void {
  try {
    window.localStorage.setItem(key, language);
  } catch (error) {
    console.warn('The browser keeps no choice of a language', error);
  }
  window.location.reload();
}
