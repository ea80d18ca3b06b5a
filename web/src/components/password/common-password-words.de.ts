import type { Translated } from '@sixpence/theme/language';
import type * as english from './common-password-words.en.js';

export const words = {
  commonPasswordWords: {
    sentence: 'Dieses Passwort gehört zu denen, die zuerst probiert werden.',
    advice: 'Sie können es nehmen; drei oder vier eigene Wörter sind viel sicherer.',
  },
} satisfies Translated<typeof english>;
