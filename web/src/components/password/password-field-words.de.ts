import type { Translated } from '@sixpence/theme/language';
import type * as english from './password-field-words.en.js';

export const words = {
  passwordFieldWords: { show: 'Eingabe zeigen' },
} satisfies Translated<typeof english>;
