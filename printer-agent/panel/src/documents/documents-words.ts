import { inLanguage } from '@sixpence/theme/language';
import type { PanelDocument } from '@sixpence/contracts/agent/gateway';
import type { Money } from '@sixpence/money/money';
import { formatMoney } from '@sixpence/theme/money-words';
import { pagesInWords } from '@sixpence/theme/count-words';
import { restInWords } from '@sixpence/theme/rest-words';

/** What the list of documents says around its rows. */
export const documentsWords = inLanguage('documentsWords', {
  empty: 'Nothing to print yet',
  pick: 'Tick what to print',
  upload: 'Upload documents on your dashboard; they appear here by themselves.',
  cost: 'Cost',
  total: 'Total',
  balance: 'Balance',
  print: 'PRINT',
});

/** Everything on the list in one press: `Print all 4 for £1.05`. */
export const printAllWords = inLanguage('printAllWords', (documents: number, total: Money): string => {
  return `Print all ${documents} for ${formatMoney(total)}`;
});

/** What a screen reader says of the copies of a document. */
export const copiesWords = inLanguage('copiesWords', (fileName: string, copies: number) => {
  return {
    group: `Copies of ${fileName}`,
    number: copies === 1 ? '1 copy' : `${copies} copies`,
    fewer: `One copy less of ${fileName}`,
    more: `One copy more of ${fileName}`,
  };
});

/** What stands below a document's name: `12 pages, 1-Sided, Black-White, printed before`. */
export const detailWords = inLanguage(
  'detailWords',
  ({ pages, side, isColor, printedAt, rest }: PanelDocument): string => {
    const color = isColor ? 'Color' : 'Black-White';
    const which = rest ? restInWords({ count: pages, ...rest }) : pagesInWords(pages);
    return `${which}, ${side}, ${color}${printedAt ? ', printed before' : ''}`;
  },
);

/** Documents that will appear by themselves. */
export const preparingWords = inLanguage('preparingWords', (count: number): string => {
  return `${count === 1 ? 'One more document is' : `${count} more documents are`} being prepared.`;
});

/** The session is about to end. */
export const idleWords = inLanguage('idleWords', (seconds: number): { sentence: string; advice: string } => {
  return {
    sentence: 'Still there?',
    advice: `This screen closes in ${seconds} s. Touch it to go on.`,
  };
});

/**
 * What the balance lacks for what is ticked, written as the total and the balance beside it.
 * @param chosen how many documents are ticked, and whether more than one copy of any is wanted
 */
export const shortWords = inLanguage(
  'shortWords',
  (
    shortfall: Money,
    { documents, severalCopies }: { documents: number; severalCopies: boolean },
  ): { sentence: string; advice: string } => {
    const less = severalCopies ? 'Print fewer copies' : 'Untick a document';
    return {
      sentence: `You are ${formatMoney(shortfall)} short.`,
      advice: documents > 1 || severalCopies ? `${less}, or top up.` : 'Please top up.',
    };
  },
);

/** Beside the QR code that stands where PRINT will be. */
export const topUpWords = inLanguage('topUpWords', {
  qr: 'QR code to top up',
  scan: 'Scan to top up',
});

/** Money in wallets that this printer does not take, where a person may wonder: "You also have €5.00 …". */
export const otherWalletWords = inLanguage(
  'otherWalletWords',
  (available: Money, others: readonly Money[]): string | undefined => {
    const full = others.filter(({ minor }) => minor > 0);
    if (full.length === 0) return undefined;
    const currency = available.currency === 'GBP' ? 'pounds' : 'euros';
    return `You also have ${full.map(formatMoney).join(' and ')}, but this printer takes ${currency}.`;
  },
);
