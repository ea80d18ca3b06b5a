import { inLanguage } from '@sixpence/theme/language';

/** What the dashboard says to somebody who scanned a printer's QR code before they had signed in. */
export const finishWords = inLanguage('finishWords', {
  scanned: 'You scanned the QR code of a printer.',
  finish: 'Finish at the printer',
});
