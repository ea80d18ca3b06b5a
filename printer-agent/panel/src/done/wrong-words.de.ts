import type { Translated } from '@sixpence/theme/language';
import type * as english from './wrong-words.en.js';

export const words = {
  wrongWords: {
    ask: 'Stimmt etwas nicht?',
    what: 'Was stimmt nicht?',
    nothing: 'Nichts',
    thanks: 'Danke. Das Personal sieht es sich an. Es kann Ihnen Geld zurückgeben.',
  },
  faultWords: {
    'pages-missing': 'Seiten fehlen',
    faint: 'Blass oder verschmiert',
    crooked: 'Schief oder zerknittert',
    'wrong-colors': 'Falsche Farben',
    'something-else': 'Etwas anderes',
  },
} satisfies Translated<typeof english>;
