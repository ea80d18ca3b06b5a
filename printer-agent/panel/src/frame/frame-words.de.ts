import type { Translated } from '@sixpence/theme/language';
import type * as english from './frame-words.en.js';

export const words = {
  frameWords: { home: 'Anfang' },
} satisfies Translated<typeof english>;
