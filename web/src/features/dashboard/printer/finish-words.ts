import type { MoneyShape } from '@sixpence/contracts/money';
import { inLanguage } from '@sixpence/theme/language';
import { formatMoney } from '@sixpence/theme/money-words';

/** What the dashboard says to somebody who scanned a printer's QR code before they had signed in. */
export const finishWords = inLanguage('finishWords', {
  scanned: 'You scanned the QR code of a printer.',
  finish: 'Finish at the printer',
  short: (shortfall: MoneyShape) => `You are ${formatMoney(shortfall)} short at the printer.`,
  topUp: 'Top up',
});
