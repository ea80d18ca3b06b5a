import type { Translated } from '@sixpence/theme/language';
import type * as english from './welcome-words.en.js';

export const words = {
  welcomeWords: {
    title: 'Danke für Ihre Registrierung',
    lead: 'Ihr Konto ist bereit: Laden Sie ein Dokument hoch, holen Sie sechs Ziffern, geben Sie sie am Drucker ein.',
    opening: 'Ihr Willkommen wird geöffnet',
    found: (amounts) => `Wir haben Ihr Guthaben gefunden: ${amounts}`,
    foundAdvice: 'Es kam aus der vorigen Fassung herüber und bezahlt Ihre Seiten.',
    and: 'und',
    goToDashboard: 'Zur Übersicht',
    waysOn: 'Wie es weitergeht',
    dashboard: 'Ihre Dokumente und Ihr Code',
    credits: 'Guthaben, um Seiten zu bezahlen',
    help: 'Hilfe, wenn etwas nicht geht',
  },
} satisfies Translated<typeof english>;
