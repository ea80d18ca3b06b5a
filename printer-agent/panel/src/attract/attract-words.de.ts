import type { Translated } from '@sixpence/theme/language';
import type * as english from './attract-words.en.js';

export const words = {
  attractWords: {
    title: ['Sie haben einen Code?', 'Hier wird gedruckt.'],
    begin: 'Dokumente drucken',
    without: {
      label: 'Noch kein Code',
      title: 'Noch kein Code?',
      open: 'Öffnen Sie am Handy',
      steps: ['Laden Sie Ihre Dokumente hoch', 'Holen Sie sich Ihre sechs Ziffern'],
    },
  },
} satisfies Translated<typeof english>;
