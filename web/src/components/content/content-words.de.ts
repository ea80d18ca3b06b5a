import type { Translated } from '@sixpence/theme/language';
import type * as english from './content-words.en.js';

export const words = {
  contentWords: {
    opening: 'Die Seite wird geöffnet',
    inEnglish: 'Diesen Text gibt es bisher nur auf Englisch.',
    changed: (day) => `Zuletzt geändert am ${day}`,
    seeAlso: 'Weiterlesen',
    useful: 'War das hilfreich?',
    yes: 'Ja',
    no: 'Nein',
    usefulSaid: {
      yes: 'Danke.',
      no: 'Danke. Sagen Sie uns, was gefehlt hat: Kontakt steht oben auf der Seite.',
      'not-counted': 'Ihre Antwort konnte gerade nicht gezählt werden. Bitte versuchen Sie es noch einmal.',
    },
    vatNumber: (number) => `USt-IdNr. ${number}`,
    sellerToCome: 'Wer den Dienst betreibt, wird gefragt',
    sellerWithoutScript:
      'Name und Anschrift stehen auf jeder Quittung, und hier, sobald Ihr Browser Skripte zulässt.',
    sellerNotLoaded:
      'Name und Anschrift konnten gerade nicht geladen werden. Laden Sie die Seite neu, oder schreiben Sie uns unter Kontakt.',
  },
} satisfies Translated<typeof english>;
