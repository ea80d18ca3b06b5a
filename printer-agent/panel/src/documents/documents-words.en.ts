import { inLanguage } from '@sixpence/theme/language';
import type { PanelDocument } from '@sixpence/contracts/agent/gateway';
import type { Money } from '@sixpence/money/money';
import { formatMoney } from '@sixpence/theme/money-words';
import { pagesInWords, restInWords } from '@sixpence/theme/shared-words.en';

/** Texts around the rows of the list. */
export const documentsWords = inLanguage('documentsWords', {
  empty: 'Nothing to print yet',
  pick: 'Tick what to print',
  upload: 'Upload documents on your dashboard; they appear here by themselves.',
  cost: 'Cost',
  total: 'Total',
  balance: 'Balance',
  print: 'PRINT',
});

/** The button that prints everything on the list: `Print all 4 for £1.05`. */
export const printAllWords = inLanguage('printAllWords', (documents: number, total: Money): string => {
  return `Print all ${documents} for ${formatMoney(total)}`;
});

/** The screen reader's names for the copies of a document. */
export const copiesWords = inLanguage('copiesWords', (fileName: string, copies: number) => {
  return {
    group: `Copies of ${fileName}`,
    number: copies === 1 ? '1 copy' : `${copies} copies`,
    fewer: `One copy less of ${fileName}`,
    more: `One copy more of ${fileName}`,
  };
});

/** The line below a document's name: `12 pages, 1-Sided, Black-White, printed before`. */
export const detailWords = inLanguage(
  'detailWords',
  ({ pages, side, isColor, printedAt, rest }: PanelDocument): string => {
    const color = isColor ? 'Color' : 'Black-White';
    const which = rest ? restInWords({ count: pages, ...rest }) : pagesInWords(pages);
    return `${which}, ${side}, ${color}${printedAt ? ', printed before' : ''}`;
  },
);

/** Documents that are still being prepared and will appear by themselves. */
export const preparingWords = inLanguage('preparingWords', (count: number): string => {
  return `${count === 1 ? 'One more document is' : `${count} more documents are`} being prepared.`;
});

/** The warning that the session ends soon. */
export const idleWords = inLanguage('idleWords', (seconds: number): { sentence: string; advice: string } => {
  return {
    sentence: 'Still there?',
    advice: `This screen closes in ${seconds} s. Touch it to go on.`,
  };
});

/**
 * The amount that the balance lacks for the ticked documents.
 * @param chosen the number of ticked documents, and whether any has more than one copy
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

/** Texts beside the QR code that replaces PRINT. */
export const topUpWords = inLanguage('topUpWords', {
  qr: 'QR code to top up',
  scan: 'Scan to top up',
});

/** Money in wallets whose currency this printer does not take: "You also have €5.00 …". */
export const otherWalletWords = inLanguage(
  'otherWalletWords',
  (available: Money, others: readonly Money[]): string | undefined => {
    const full = others.filter(({ minor }) => minor > 0);
    if (full.length === 0) return undefined;
    const currency = available.currency === 'GBP' ? 'pounds' : 'euros';
    return `You also have ${full.map(formatMoney).join(' and ')}, but this printer takes ${currency}.`;
  },
);
