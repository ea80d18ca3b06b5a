import type { Translated } from '@sixpence/theme/language';
import type * as english from './reset-password-words.en.js';

export const words = {
  resetWords: {
    title: 'Passwort zurücksetzen',
    lead: 'Wir mailen Ihnen einen Code; damit wählen Sie ein neues Passwort.',
    opening: 'Das Formular für ein neues Passwort wird geöffnet',
    remembered: 'Wieder eingefallen?',
    signIn: 'Anmelden',
    badEmail: 'Bitte prüfen Sie Ihre E-Mail-Adresse.',
    mismatch: 'Die Passwörter sind nicht gleich!',
    done: 'Ihr Passwort wurde geändert.',
    doneAdvice: 'Sie wurden überall abgemeldet.',
    newUser: 'Neu hier',
    newUserAdvice: 'Es gibt kein Konto mit dieser Adresse.',
    signUp: 'Registrieren',
    addressFailure: 'Ein Fehler ist aufgetreten. Bitte versuchen Sie es später noch einmal.',
    wrongCode: 'Ungültiger Code.',
    wrongCodeAdvice: 'Es gilt die neueste Mail, zehn Minuten lang. Sie können eine weitere anfordern.',
    tooMany: 'Zu viele Versuche. Warten Sie einige Minuten, dann versuchen Sie es noch einmal.',
    connection: 'Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    tooManyCodes:
      'Zuletzt wurden mehrere Codes angefordert. Nehmen Sie den neuesten, oder warten Sie eine Stunde.',
  },
} satisfies Translated<typeof english>;
