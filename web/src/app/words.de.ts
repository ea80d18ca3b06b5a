import { words as shared } from '@sixpence/theme/shared-words.de';
import { words as chrome } from './chrome/chrome-words.de.js';
import { words as content } from '../components/content/content-words.de.js';
import { words as helpSearch } from '../components/help-search/help-search-words.de.js';
import { words as notLoaded } from '../components/not-loaded-words.de.js';
import { words as commonPassword } from '../components/password/common-password-words.de.js';
import { words as passwordField } from '../components/password/password-field-words.de.js';
import { words as social } from '../components/social/social-words.de.js';
import { words as twoSteps } from '../components/two-steps/two-steps-words.de.js';
import { words as page } from '../lib/page-words.de.js';
import { addWords, type Dictionary } from '@sixpence/theme/language';

/** The German words that several pages show. */
export const words = {
  ...shared,
  ...chrome,
  ...content,
  ...helpSearch,
  ...notLoaded,
  ...commonPassword,
  ...passwordField,
  ...social,
  ...twoSteps,
  ...page,
};

/** Loads the German words of a page from its folder in `features`. */
export async function addWordsOf(page: string): Promise<void> {
  const loaded = (await import(`../features/${page}/${page}-words.de.ts`)) as { words: Dictionary };
  addWords(loaded.words);
}
