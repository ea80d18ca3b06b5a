import type { Language } from '@sixpence/theme/language';
import { speakChosen } from '@sixpence/theme/language-choice';
import { setWordsLoader } from '../lib/with-words.js';

/**
 * Switches to another language than English. From then on the words of a page are loaded with its script.
 * @throws Error when the words that several pages show cannot be loaded
 */
export async function switchLanguage(language: Exclude<Language, 'en'>): Promise<void> {
  const { addWordsOf } = await speakChosen(language, { de: () => import('./words.de.js') });
  setWordsLoader(addWordsOf);
}
