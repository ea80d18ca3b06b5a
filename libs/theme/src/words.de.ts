import type { pagesInWords } from './count-words.js';
import type { jobName, jobSentence } from './job-words.js';
import type { Translated } from './language.js';
import { formatMoney } from './money-words.js';
import type { printerDoes } from './printer-words.js';
import { reasonWords as german } from './reason-words.de.js';
import type { reasonWords } from './reason-words.js';
import { type restInWords, sayable } from './rest-words.js';

const pages = (count: number) => `${count} ${count === 1 ? 'Seite' : 'Seiten'}`;

/** German words that the site and the panels share. */
export const sharedWords = {
  pagesInWords: pages,
  reasonWords: german,
  jobName: ({ fileName, copy }) => (copy ? `${fileName}, Exemplar ${copy.number} von ${copy.of}` : fileName),
  jobSentence: ({ state, impressions, total, captured, returned }) => {
    const back =
      returned && returned.minor > 0 ? ` ${formatMoney(returned)} sind wieder auf Ihrem Konto.` : '';
    const cost = captured ? ` für ${formatMoney(captured)}` : '';
    switch (state) {
      case 'held':
        return 'Wartet auf den Drucker.';
      case 'printing':
        return `Druckt: ${impressions} von ${pages(total)}.`;
      case 'stalled':
        return `Steht nach ${impressions} von ${pages(total)}.`;
      case 'checking':
        return 'Wir prüfen, wie viele Seiten gedruckt wurden. Was nicht gedruckt wurde, kommt innerhalb von 24 Stunden zurück.';
      case 'completed':
        return `${pages(impressions)} gedruckt${cost}.${back}`;
      case 'partial':
      case 'failed':
      case 'canceled':
        return `${impressions === 0 ? 'Nichts wurde gedruckt.' : `${impressions} von ${pages(total)} gedruckt.`}${back}`;
    }
  },
  restInWords: (rest) => {
    const { pages: left, printed } = sayable(rest);
    const there = left === undefined ? pages(rest.count) : `${rest.count === 1 ? 'Seite' : 'Seiten'} ${left}`;
    if (!printed) return `${there} (andere wurden gedruckt)`;
    if ('pages' in printed) {
      return `${there} (${printed.isOne ? `Seite ${printed.pages} wurde` : `die Seiten ${printed.pages} wurden`} gedruckt)`;
    }
    return `${there} (${printed.first === 1 ? 'die erste wurde' : `die ersten ${printed.first} wurden`} gedruckt)`;
  },
  printerDoes: { offline: 'offline', printing: 'druckt', ready: 'bereit' },
} satisfies {
  pagesInWords: Translated<typeof pagesInWords>;
  reasonWords: Translated<typeof reasonWords>;
  jobName: Translated<typeof jobName>;
  jobSentence: Translated<typeof jobSentence>;
  restInWords: Translated<typeof restInWords>;
  printerDoes: Translated<typeof printerDoes>;
};
