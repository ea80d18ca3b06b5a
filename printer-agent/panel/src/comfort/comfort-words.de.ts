import type { Translated } from '@sixpence/theme/language';
import type * as english from './comfort-words.en.js';

export const words = {
  comfortWords: { largeType: 'Große Schrift', sounds: 'Töne' },
} satisfies Translated<typeof english>;
