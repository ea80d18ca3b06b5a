import type { MoneyShape } from '@sixpence/contracts/money';
import { inLanguage } from '@sixpence/theme/language';
import { formatMoney } from '@sixpence/theme/money-words';

/** For a user who scanned the QR code of a panel before sign-in. */
export const finishWords = inLanguage('finishWords', {
  scanned: 'You scanned the QR code of a printer.',
  finish: 'Finish at the printer',
  short: (shortfall: MoneyShape) => `You are ${formatMoney(shortfall)} short at the printer.`,
  topUp: 'Top up',
});
