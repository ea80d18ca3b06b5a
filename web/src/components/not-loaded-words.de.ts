import type { Translated } from '@sixpence/theme/language';
import type * as english from './not-loaded-words.en.js';

export const words = {
  notLoadedWords: { tryAgain: 'Noch einmal versuchen' },
} satisfies Translated<typeof english>;
