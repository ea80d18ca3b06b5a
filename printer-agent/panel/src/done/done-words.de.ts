import type { Translated } from '@sixpence/theme/language';
import { wentAsWished } from './went-as-wished.js';
import type * as english from './done-words.en.js';

export const words = {
  doneWords: {
    sumsLabel: 'Kosten',
    cost: 'Kosten',
    unknown: 'noch nicht bekannt',
    back: 'Kam zurück',
    balance: 'Guthaben',
    more: 'Mehr drucken',
    finish: 'Fertig',
  },
  headline: (jobs) => {
    if (jobs.some(({ state }) => state === 'checking')) return 'Wir prüfen, was gedruckt wurde.';
    if (jobs.every(({ state }) => state === 'completed'))
      return jobs.length === 1 ? 'Ihr Dokument ist gedruckt.' : 'Ihre Dokumente sind gedruckt.';
    const nothing = jobs.every(({ impressions }) => impressions === 0);
    if (wentAsWished(jobs)) {
      return nothing ? 'Abgebrochen, wie gewünscht.' : 'Der Rest ist abgebrochen.';
    }
    return nothing ? 'Nichts wurde gedruckt.' : 'Nicht alles wurde gedruckt.';
  },
  closingWords: (seconds) => `Schließt von selbst in ${seconds} s.`,
} satisfies Translated<typeof english>;
