import type { Translated } from '@sixpence/theme/language';
import type * as english from './page-words.en.js';

export const words = {
  pageTitles: {
    '/': { title: 'Sixpence: überall drucken mit sechs Ziffern' },
    '/what-we-do': { title: 'Was wir tun' },
    '/solutions': { title: 'Lösungen' },
    '/login': { title: 'Anmelden' },
    '/signup': { title: 'Registrieren' },
    '/reset-password': { title: 'Passwort zurücksetzen' },
    '/welcome': { title: 'Danke' },
    '/stop-change': { title: 'Eine Änderung aufhalten' },
    '/terms': { title: 'Nutzungsbedingungen', link: 'Bedingungen' },
    '/privacy': { title: 'Datenschutzerklärung', link: 'Datenschutz' },
    '/accessibility': { title: 'Barrierefreiheit' },
    '/dashboard': { title: 'Übersicht' },
    '/credits': { title: 'Guthaben' },
    '/qrlogin': { title: 'QR-Anmeldung' },
    '/help': { title: 'Hilfe' },
    '/account': { title: 'Konto' },
  },
} satisfies Translated<typeof english>;
