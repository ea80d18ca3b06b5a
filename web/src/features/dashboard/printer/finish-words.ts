/** What the dashboard says to somebody who scanned a printer's QR code before they had signed in. */
export const finishWords = {
  scanned: 'You scanned the QR code of a printer.',
  finish: 'Finish at the printer',
};
