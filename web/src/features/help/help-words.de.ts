import type { Translated } from '@sixpence/theme/language';
import type * as english from './help-words.en.js';

export const words = {
  helpWords: {
    title: 'Hilfe',
    lead: 'Fragen Sie, oder sehen Sie die Artikel durch. Etwas anderes? Kontakt steht oben auf der Seite.',
  },
  helpPanelWords: {
    title: 'Wie können wir helfen?',
    search: 'Worum geht es?',
    often: 'Hier oft gefragt',
    chat: 'Chat',
    opening: 'Wer da ist, wird gefragt',
  },
} satisfies Translated<typeof english>;
