import type { Translated } from '@sixpence/theme/language';
import type * as english from './login-words.en.js';

export const words = {
  loginWords: {
    title: 'Anmelden',
    lead: 'Ihre Dokumente und Ihr Guthaben warten.',
    opening: 'Das Anmeldeformular wird geöffnet',
    email: 'E-Mail',
    password: 'Passwort',
    login: 'Anmelden',
    signInToValidate: 'Bitte melden Sie sich an, um den QR-Code zu prüfen.',
    signInToTopUp: 'Bitte melden Sie sich an, um aufzuladen.',
    forgotten: 'Passwort vergessen?',
    newHere: 'Neu hier?',
    signUp: 'Registrieren',
    authenticationFailed: 'Die Anmeldung hat nicht funktioniert',
    locked: 'Dieses Konto ist gesperrt. Bitte schreiben Sie uns.',
    resetPassword: 'Passwort zurücksetzen',
    newUser: 'Neu hier. Bitte',
    createAccount: 'legen Sie ein Konto an',
    newUserAdvice: 'Ein Guthaben aus der vorigen Fassung kommt von selbst herüber, über Ihre E-Mail-Adresse.',
    checkEmail: 'Prüfen Sie Ihre E-Mail-Adresse',
    checkEmailAdvice: 'Es sollte aussehen wie name@example.com.',
    unexpected: 'Ein unerwarteter Fehler ist aufgetreten',
    otherStatus: (status) => `Fehler: ${status}`,
    connectionAdvice: 'Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    tooMany:
      'Zu viele Versuche. Setzen Sie Ihr Passwort mit einem Code per Mail zurück, oder warten Sie einige Minuten.',
    away: 'Der Dienst kann Sie gerade nicht anmelden. Versuchen Sie es in einer Minute noch einmal.',
  },
} satisfies Translated<typeof english>;
