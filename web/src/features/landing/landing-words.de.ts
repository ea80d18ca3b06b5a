import type { Translated } from '@sixpence/theme/language';
import type * as english from './landing-words.en.js';

export const words = {
  landingWords: {
    headline: 'Sechs Ziffern, und es druckt.',
    lead:
      'Laden Sie ein Dokument hoch oder mailen Sie es, holen Sie einen Code, geben Sie ihn am Drucker ein. Sie zahlen aus ' +
      'einem Guthaben, wenige Pence die Seite, und nur für Seiten, die herauskommen.',
    start: 'Hier anfangen',
    how: 'So geht es',
    why: 'Drucken ohne Umstände',
    points: [
      {
        title: 'Beliebig viele Nutzer und Gäste',
        words: 'Jeder im Haus kann drucken, und wer für eine Stunde zu Besuch ist, auch.',
      },
      {
        title: 'Nichts zu installieren',
        words: 'Ein Browser genügt, am Handy wie am Laptop. Keine Treiber, keine App.',
      },
      {
        title: 'Karten und Wallets in über 20 Währungen',
        words: 'Zahlen Sie, wie Sie es gewohnt sind; Ihr Guthaben wird in GBP oder EUR geführt.',
      },
      {
        title: 'Verschlüsselt auf unseren Servern',
        words: '256-Bit-AES, sobald ein Dokument ankommt, und nach 72 Stunden für immer gelöscht.',
      },
      {
        title: 'Drucken per E-Mail',
        words: 'Mailen Sie ein Dokument an die Druckadresse, und es wartet in Ihrer Liste.',
      },
      {
        title: 'Nur zahlen, was herauskommt',
        words: 'Ein Stau, ein leeres Fach: Was nicht gedruckt wurde, geht zurück auf Ihr Guthaben.',
      },
    ],
    steps: [
      { title: 'Hochladen oder mailen', words: 'Ein PDF, ein Foto oder ein Office-Dokument.' },
      { title: 'Seiten und Farbe wählen', words: 'Eine Seite oder beide, schwarz-weiß oder farbig.' },
      { title: 'Code holen', words: 'Sechs Ziffern, die einmal gelten, für einige Minuten.' },
      {
        title: 'Am Drucker eingeben',
        words: 'Drücken Sie den rosa Knopf, geben Sie den Code ein, wählen Sie Ihre Dateien.',
      },
    ],
  },
  sceneWords: {
    printer: 'Demo library · bereit',
    documents: [
      { name: 'thesis.pdf', pages: '12 Seiten', price: '0,60 £' },
      { name: 'photo.jpg', pages: '1 Seite', price: '0,20 £' },
    ],
    total: 'Summe',
    cost: '0,80 £',
    balance: 'von 10,00 £',
    print: 'DRUCKEN',
    yourCode: 'Ihr Code',
    codeLabel: 'Ein Code',
    goodFor: 'gültig noch 4:31',
    file: 'thesis.pdf',
  },
} satisfies Translated<typeof english>;
