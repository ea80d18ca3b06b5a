import type { Translated } from '@sixpence/theme/language';
import type * as english from './enquiries-words.en.js';

export const words = {
  enquiryWords: {
    firstName: 'Vorname',
    lastName: 'Nachname',
    email: 'E-Mail',
    country: 'Land',
    chooseCountry: 'Land wählen',
    cancel: 'Abbrechen',
    close: 'Schließen',
    reference: 'Lassen Sie dieses Feld leer',
    allRequired: 'Alle Felder sind nötig.',
    invalidEmail: 'Das ist keine E-Mail-Adresse.',
    failed: 'Ein Fehler ist aufgetreten. Bitte versuchen Sie es später noch einmal.',
    missing: (fields) => `Noch leer: ${fields.join(', ')}.`,
    invalidEmailAdvice: 'Es sollte aussehen wie name@example.com.',
    failedAdvice: 'Was Sie geschrieben haben, ist noch hier.',
    tooManyAdvice:
      'Sie haben mehrmals geschrieben. Was Sie geschrieben haben, ist noch hier; senden Sie es in einer Stunde.',
  },
  countryWords: {
    'United Kingdom': 'Vereinigtes Königreich',
    Germany: 'Deutschland',
    France: 'Frankreich',
    Italy: 'Italien',
    Spain: 'Spanien',
    Poland: 'Polen',
    Netherlands: 'Niederlande',
    Belgium: 'Belgien',
    Estonia: 'Estland',
    Sweden: 'Schweden',
    Austria: 'Österreich',
    Denmark: 'Dänemark',
    Other: 'Anderes Land',
  },
  contactWords: {
    comment: 'Nachricht',
    send: 'Nachricht senden',
    sent: 'Die Nachricht ist angekommen!',
    sentAdvice: (email) => `Wir antworten an ${email}.`,
  },
  brochureWords: {
    company: 'Firma',
    productSheet: 'Produktblatt',
    chooseSheet: 'Produktblatt wählen',
    additionalInfo: 'Weitere Angaben',
    prompt: 'Wie viele Leute nutzen Ihr Gebäude, und was möchten Sie wissen? (freiwillig)',
    send: 'Broschüre anfordern',
    sent: 'Ihre Anfrage ist angekommen!',
    sentAdvice: (email) => `Das Produktblatt ist als PDF unterwegs an ${email}.`,
  },
} satisfies Translated<typeof english>;
