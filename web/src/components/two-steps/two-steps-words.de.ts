import type { Translated } from '@sixpence/theme/language';
import type * as english from './two-steps-words.en.js';

export const words = {
  twoStepsWords: {
    openingStep: 'Der nächste Schritt wird geöffnet',
    email: 'E-Mail',
    code: 'Code',
    password: 'Neues Passwort',
    confirmation: 'Passwort bestätigen',
    continue: 'Weiter',
    emailAdvice: 'Es sollte aussehen wie name@example.com.',
    requirements: 'Anforderungen an das Passwort',
    kept: 'Erfüllt:',
    notKept: 'Fehlt:',
    missing: 'Alle Felder sind nötig.',
    sentTo: (email) => `Wir haben sechs Ziffern an ${email} geschickt. Sie gelten zehn Minuten.`,
    again: 'Noch einmal senden',
    sentAgain: 'Ein neuer Code ist unterwegs. Der vorige gilt nicht mehr.',
    wrongAddress: 'Falsche Adresse?',
    mailRefused: (email) => `Die Mail an ${email} wurde abgelehnt.`,
    mailRefusedAdvice: 'Prüfen Sie die Adresse auf Tippfehler, oder nehmen Sie eine andere.',
  },
} satisfies Translated<typeof english>;
