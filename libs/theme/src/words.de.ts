import type { pagesInWords } from './count-words.js';
import type { jobName, jobSentence } from './job-words.js';
import type { Translated } from './language.js';
import { formatMoney } from './money-words.js';
import type { printerWords } from './printer-words.js';
import { reasonWords as german } from './reason-words.de.js';
import type { reasonWords } from './reason-words.js';

const pages = (count: number) => `${count} ${count === 1 ? 'Seite' : 'Seiten'}`;

/** German, as far as the site and the panels say the same. */
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
  printerWords: ({ state, reasons, online }) => {
    if (state === 'unreachable') return 'antwortet nicht';
    if (!online) return 'offline';
    const reason = reasons.find((each) => german[each].remedy !== undefined);
    if (reason) return german[reason].staff;
    if (state === 'stopped') return 'angehalten';
    return state === 'processing' ? 'druckt' : 'bereit';
  },
} satisfies {
  pagesInWords: Translated<typeof pagesInWords>;
  reasonWords: Translated<typeof reasonWords>;
  jobName: Translated<typeof jobName>;
  jobSentence: Translated<typeof jobSentence>;
  printerWords: Translated<typeof printerWords>;
};
