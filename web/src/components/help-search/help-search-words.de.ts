import type { Translated } from '@sixpence/theme/language';
import type * as english from './help-search-words.en.js';

export const words = {
  helpSearchWords: {
    label: 'In der Hilfe suchen',
    placeholder: 'Etwa: code expired',
    loading: 'Die Suche wird geöffnet',
    notLoaded:
      'Die Suche konnte nicht geöffnet werden. Prüfen Sie Ihre Verbindung; alle Artikel stehen auch hier.',
    found: (count) => (count === 1 ? '1 Antwort' : `${count} Antworten`),
    nothing: (question) => `Nichts gefunden zu „${question}“.`,
    nothingAdvice:
      'Die Artikel sind auf Englisch: Versuchen Sie ein einfaches Wort wie code, balance oder PDF. Oder fragen Sie uns: Kontakt steht oben auf der Seite.',
  },
} satisfies Translated<typeof english>;
