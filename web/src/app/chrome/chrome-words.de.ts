import type { Translated } from '@sixpence/theme/language';
import type * as english from './chrome-words.en.js';

export const words = {
  chromeWords: {
    homeLabel: 'Sixpence, Startseite',
    dashboardHomeLabel: 'Sixpence, Übersicht',
    navLabel: 'Hauptmenü',
    skip: 'Zum Inhalt springen',
    signIn: 'Anmelden',
    contactUs: 'Kontakt',
    contact: 'Kontakt',
    brochure: 'Broschüre',
    requestBrochure: 'Broschüre anfordern',
    howTo: 'Anleitung',
    logout: 'Abmelden',
    account: (email) => `Konto: ${email}`,
    copyright: (year) => (year === undefined ? '© Sixpence' : `© ${year} Sixpence`),
    backToDashboard: 'Zurück zur Übersicht',
    backToStart: 'Zurück zum Anfang',
    openingPage: 'Die Seite wird geöffnet',
    helpCorner: 'Hilfe neben der Seite',
    openHelp: 'Brauchen Sie Hilfe?',
    closeHelp: 'Hilfe schließen',
    openingHelp: 'Die Hilfe wird geöffnet',
    gone: 'Das ließ sich nicht öffnen.',
    goneAdvice: 'Prüfen Sie Ihre Verbindung, oder laden Sie diese Seite neu, wenn auf ihr nichts mehr läuft.',
    openingForm: 'Das Formular wird geöffnet',
    close: 'Schließen',
    openingAccount: 'Ihr Konto wird geöffnet',
    offline:
      'Sie sind offline. Was Sie sehen, kann veraltet sein; es geht weiter, sobald die Verbindung wieder da ist.',
    newVersion: 'Es gibt eine neue Fassung von Sixpence.',
    reload: 'Neu laden',
  },
  brokenWords: {
    title: 'Diese Seite ist stehen geblieben',
    sentence: 'Etwas auf dieser Seite hat nicht funktioniert.',
    advice:
      'Ihre Dokumente und Ihr Guthaben sind sicher. Prüfen Sie Ihre Verbindung, dann laden Sie die Seite neu.',
    reload: 'Seite neu laden',
  },
} satisfies Translated<typeof english>;
