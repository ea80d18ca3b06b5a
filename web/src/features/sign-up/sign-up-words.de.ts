import type { Translated } from '@sixpence/theme/language';
import type * as english from './sign-up-words.en.js';

export const words = {
  signUpWords: {
    title: 'Registrieren',
    lead: 'Ihre Adresse, ein Code, den wir dorthin mailen, ein Passwort: Das ist alles.',
    opening: 'Das Formular wird geöffnet',
    known: 'Sie haben ein Konto?',
    signIn: 'Anmelden',
    adults: 'Sixpence ist für Menschen ab 18 Jahren. Mit der Registrierung stimmen Sie zu:',
    terms: 'Nutzungsbedingungen',
    and: 'und',
    privacy: 'Datenschutzerklärung',
    badEmail: 'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
    mismatch: 'Die Passwörter sind nicht gleich.',
    passwordHelp: 'Mindestens 8 Zeichen, mit einer Ziffer, einem Groß- und einem Kleinbuchstaben.',
    exists: 'Schon registriert',
    existsAdvice: 'Es gibt ein Konto mit dieser Adresse.',
    addressFailure: 'Ein unerwarteter Fehler ist aufgetreten. Bitte versuchen Sie es später noch einmal.',
    wrongCode: 'Ungültiger Code. Bitte versuchen Sie es noch einmal.',
    codeFailure: 'Ein Fehler ist aufgetreten. Bitte versuchen Sie es noch einmal.',
    unexpected: 'Etwas ist schiefgegangen. Bitte versuchen Sie es noch einmal.',
    connection: 'Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    tooManyCodes:
      'Zuletzt wurden mehrere Codes angefordert. Nehmen Sie den neuesten, oder warten Sie eine Stunde.',
    tooManyTries:
      'Das waren zu viele Versuche. Fordern Sie einen neuen Code an, oder warten Sie einige Minuten.',
    wrongCodeAdvice: 'Es gilt die neueste Mail, zehn Minuten lang. Sie können eine weitere anfordern.',
  },
} satisfies Translated<typeof english>;
