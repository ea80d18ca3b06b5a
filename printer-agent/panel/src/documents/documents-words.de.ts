import type { Translated } from '@sixpence/theme/language';
import { formatMoney } from '@sixpence/theme/money-words';
import { words as shared } from '@sixpence/theme/shared-words.de';
import type * as english from './documents-words.en.js';

export const words = {
  documentsWords: {
    empty: 'Noch nichts zu drucken',
    pick: 'Wählen Sie, was gedruckt wird',
    upload: 'Laden Sie Dokumente auf Ihrer Übersicht hoch; sie erscheinen hier von selbst.',
    cost: 'Kosten',
    total: 'Summe',
    balance: 'Guthaben',
    print: 'DRUCKEN',
  },
  printAllWords: (documents, total) => `Alle ${documents} für ${formatMoney(total)} drucken`,
  copiesWords: (fileName, copies) => ({
    group: `Exemplare von ${fileName}`,
    number: copies === 1 ? '1 Exemplar' : `${copies} Exemplare`,
    fewer: `Ein Exemplar weniger von ${fileName}`,
    more: `Ein Exemplar mehr von ${fileName}`,
  }),
  detailWords: ({ pages, side, isColor, printedAt, rest }) => {
    const sides = side === '2-Sided' ? 'beidseitig' : 'einseitig';
    const color = isColor ? 'farbig' : 'schwarz-weiß';
    const which = rest ? shared.restInWords({ count: pages, ...rest }) : shared.pagesInWords(pages);
    return `${which}, ${sides}, ${color}${printedAt ? ', schon gedruckt' : ''}`;
  },
  preparingWords: (count) =>
    count === 1
      ? 'Ein weiteres Dokument wird vorbereitet.'
      : `${count} weitere Dokumente werden vorbereitet.`,
  idleWords: (seconds) => ({
    sentence: 'Sind Sie noch da?',
    advice: `Diese Ansicht schließt in ${seconds} s. Berühren Sie sie, um weiterzumachen.`,
  }),
  shortWords: (shortfall, { documents, severalCopies }) => {
    const less = severalCopies ? 'Drucken Sie weniger Exemplare' : 'Wählen Sie etwas ab';
    return {
      sentence: `Es fehlen ${formatMoney(shortfall)}.`,
      advice: documents > 1 || severalCopies ? `${less}, oder laden Sie auf.` : 'Bitte laden Sie auf.',
    };
  },
  topUpWords: {
    qr: 'QR-Code zum Aufladen',
    scan: 'Scannen und aufladen',
  },
  otherWalletWords: (available, others) => {
    const full = others.filter(({ minor }) => minor > 0);
    if (full.length === 0) return undefined;
    const currency = available.currency === 'GBP' ? 'Pfund' : 'Euro';
    return `Sie haben auch ${full.map(formatMoney).join(' und ')}, aber dieser Drucker nimmt ${currency}.`;
  },
} satisfies Translated<typeof english>;
