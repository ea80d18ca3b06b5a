import type { Translated } from '@sixpence/theme/language';
import type * as english from './social-words.en.js';

export const words = {
  socialWords: {
    asking: 'Einen Moment',
    or: 'oder',
    'sign-in': (provider) => `Mit ${provider} anmelden`,
    'sign-up': (provider) => `Mit ${provider} registrieren`,
    away: (provider) => `${provider} ist gerade nicht zu erreichen.`,
    awayAdvice: 'Versuchen Sie es in einer Minute, oder nehmen Sie Ihre E-Mail-Adresse.',
    connectionAdvice: 'Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    unfinished: (provider) => `${provider} hat Sie nicht angemeldet. Nichts wurde geändert.`,
    sentTo: (provider, email) =>
      `${provider} sagt nicht, ob ${email} Ihnen gehört. Wir haben sechs Ziffern dorthin geschickt; sie gelten zehn Minuten.`,
    again: 'Noch einmal senden',
    sentAgain: 'Ein neuer Code ist unterwegs. Der vorige gilt nicht mehr.',
    otherWay: 'Auf anderem Weg weiter',
    mailRefused: (email) => `Die Mail an ${email} wurde abgelehnt.`,
    mailRefusedAdvice: 'Nehmen Sie einen anderen Weg, mit einer Adresse, die Mails annimmt.',
    wrongCode: 'Ungültiger Code. Bitte versuchen Sie es noch einmal.',
    wrongCodeAdvice: 'Sehen Sie in die neueste Mail, oder fordern Sie eine weitere an.',
    ended: 'Das hat zu lange gedauert. Bitte beginnen Sie noch einmal.',
    tooMany: 'Zu viele Versuche. Warten Sie einige Minuten, dann versuchen Sie es noch einmal.',
    failed: 'Ein Fehler ist aufgetreten. Bitte versuchen Sie es noch einmal.',
  },
} satisfies Translated<typeof english>;
