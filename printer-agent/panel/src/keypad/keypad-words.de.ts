import type { Translated } from '@sixpence/theme/language';
import type * as english from './keypad-words.en.js';

export const words = {
  keypadWords: {
    title: 'Code eingeben',
    digits: 'Der Code, den Sie eingeben',
    keys: 'Ziffern',
    clear: 'Löschen',
    login: 'ANMELDEN',
    scan: 'Stattdessen scannen',
    hint: 'Sechs Ziffern, von Ihrer Übersicht.',
    checking: { sentence: 'Ihr Code wird geprüft', advice: 'Einen Moment.' },
  },
  keyNames: { backspace: 'Letzte Ziffer löschen', clear: 'Löschen' },
  pauseAdvice: (seconds) =>
    seconds > 0
      ? `Bitte warten Sie ${seconds} s, dann versuchen Sie es noch einmal.`
      : 'Sie können es jetzt noch einmal versuchen.',
} satisfies Translated<typeof english>;
