import type { Translated } from '@sixpence/theme/language';
import type * as english from './trouble-words.en.js';

export const words = {
  troubleWords: {
    nothingCharged: 'Es wird nichts abgebucht. Ihre Dokumente und Ihr Code bleiben erhalten.',
    setAside:
      'Ihr Geld ist nur zurückgelegt. Was in 10 Minuten nicht herauskommt, wird abgebrochen und kommt zurück.',
    offline: 'Dieser Drucker ist offline: Codes können gerade nicht geprüft werden.',
  },
} satisfies Translated<typeof english>;
