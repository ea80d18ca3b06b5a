import type { Translated } from './language.js';
import { formatMoney } from './money-words.js';
import { rangesOf } from './rest.js';
import type * as english from './shared-words.en.js';

const pages = (count: number) => `${count} ${count === 1 ? 'Seite' : 'Seiten'}`;

/** German words that the site and the panels share. */
export const words = {
  pagesInWords: pages,
  reasonWords: {
    'media-jam': {
      sentence: 'Im Drucker steckt Papier fest.',
      remedy: 'Bitte rufen Sie das Personal.',
      forStaff: 'Papierstau',
    },
    'cover-open': {
      sentence: 'Eine Klappe des Druckers ist offen.',
      remedy: 'Bitte schließen Sie sie.',
      forStaff: 'Klappe offen',
    },
    'media-empty': {
      sentence: 'Der Drucker hat kein Papier mehr.',
      remedy: 'Bitte fragen Sie das Personal nach Papier.',
      forStaff: 'Papier leer',
    },
    'toner-empty': {
      sentence: 'Der Drucker hat keinen Toner mehr.',
      remedy: 'Bitte sagen Sie dem Personal Bescheid.',
      forStaff: 'Toner leer',
    },
    'printer-stopped': {
      sentence: 'Der Drucker steht.',
      remedy: 'Bitte sagen Sie dem Personal Bescheid.',
      forStaff: 'angehalten',
    },
    'not-accepting': {
      sentence: 'Der Drucker nimmt gerade keine Aufträge an.',
      remedy: 'Bitte nehmen Sie einen anderen Drucker, oder fragen Sie das Personal.',
      forStaff: 'nimmt nichts an',
    },
    'printer-busy': {
      sentence: 'Der Drucker ist mit einem anderen Auftrag beschäftigt.',
      remedy: 'Bitte warten Sie, bis er fertig ist.',
      forStaff: 'beschäftigt',
    },
    'printer-unreachable': {
      sentence: 'Der Drucker antwortet nicht.',
      remedy: 'Bitte sagen Sie dem Personal Bescheid.',
      forStaff: 'antwortet nicht',
    },
    'not-understood': {
      sentence: 'Der Drucker gibt Antworten, die keinen Sinn ergeben.',
      remedy: 'Bitte sagen Sie dem Personal Bescheid.',
      forStaff: 'antwortet unverständlich',
    },
    'needs-set-up': {
      sentence: 'Der Drucker muss eingerichtet werden, bevor er Aufträge annimmt.',
      remedy: 'Bitte sagen Sie dem Personal Bescheid.',
      forStaff: 'muss eingerichtet werden',
    },
    'not-secure': {
      sentence: 'Die Verbindung zum Drucker ist nicht sicher, deshalb wird ihm nichts gesendet.',
      remedy: 'Bitte sagen Sie dem Personal Bescheid.',
      forStaff: 'Verbindung nicht sicher',
    },
    'canceled-at-printer': {
      sentence: 'Der Auftrag wurde am Drucker abgebrochen.',
      remedy: 'Bitte fragen Sie das Personal, wenn Sie es nicht waren.',
      forStaff: 'am Drucker abgebrochen',
    },
    'canceled-by-person': { sentence: 'Sie haben den Auftrag abgebrochen.', forStaff: 'selbst abgebrochen' },
    'stalled-too-long': {
      sentence: 'Der Drucker stand zu lange still, deshalb wurde der Auftrag abgebrochen.',
      remedy: 'Bitte nehmen Sie einen anderen Drucker.',
      forStaff: 'stand zu lange',
    },
    'format-not-printable': {
      sentence: 'Der Drucker kann diese Art von Dokument nicht drucken.',
      remedy: 'Bitte nehmen Sie einen anderen Drucker.',
      forStaff: 'Format nicht druckbar',
    },
    'option-not-offered': {
      sentence: 'Der Drucker kann mit den gewählten Einstellungen nicht drucken.',
      remedy: 'Bitte wählen Sie andere, oder nehmen Sie einen anderen Drucker.',
      forStaff: 'Einstellung nicht möglich',
    },
    'too-large': {
      sentence: 'Das Dokument ist für diesen Drucker zu groß.',
      remedy: 'Bitte drucken Sie weniger Seiten auf einmal, oder nehmen Sie einen anderen Drucker.',
      forStaff: 'Dokument zu groß',
    },
    'not-accepted': {
      sentence: 'Der Drucker hat den Auftrag nicht angenommen.',
      remedy: 'Bitte nehmen Sie einen anderen Drucker.',
      forStaff: 'nicht angenommen',
    },
    'unknown-outcome': {
      sentence: 'Der Drucker hat nicht gesagt, wie der Auftrag endete.',
      remedy: 'Bitte zählen Sie Ihre Seiten, und sagen Sie dem Personal, wenn welche fehlen.',
      forStaff: 'Ausgang unbekannt',
    },
    'aborted-by-printer': {
      sentence: 'Der Drucker hat den Auftrag aufgegeben.',
      remedy: 'Bitte versuchen Sie es noch einmal, oder nehmen Sie einen anderen Drucker.',
      forStaff: 'vom Drucker aufgegeben',
    },
  },
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
    const { pages: ranges, printed } = rangesOf(rest);
    const remaining =
      ranges === undefined ? pages(rest.count) : `${rest.count === 1 ? 'Seite' : 'Seiten'} ${ranges}`;
    if (!printed) return `${remaining} (andere wurden gedruckt)`;
    if ('pages' in printed) {
      return `${remaining} (${printed.isOne ? `Seite ${printed.pages} wurde` : `die Seiten ${printed.pages} wurden`} gedruckt)`;
    }
    return `${remaining} (${printed.first === 1 ? 'die erste wurde' : `die ersten ${printed.first} wurden`} gedruckt)`;
  },
  printerDoes: { offline: 'offline', printing: 'druckt', ready: 'bereit' },
} satisfies Translated<typeof english>;
