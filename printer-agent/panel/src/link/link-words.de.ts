import type { Translated } from '@sixpence/theme/language';
import type * as english from './link-words.en.js';

export const words = {
  linkWords: { starting: 'Startet', lost: 'Einen Moment. Dieser Bildschirm verbindet sich wieder.' },
  lostAdvice: (printing) =>
    printing
      ? 'Ihre Seiten werden weiter gedruckt; Sie bezahlen nur die, die herauskommen.'
      : 'Inzwischen wird nichts abgebucht.',
} satisfies Translated<typeof english>;
