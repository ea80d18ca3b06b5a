import { inLanguage } from '@sixpence/theme/language';

/** What the screen says that somebody scans instead of typing a code. */
export const pairingWords = inLanguage('pairingWords', {
  title: 'Scan with your phone',
  steps: ['Scan, and sign in', 'Check the name, touch Validate', 'Your list opens here'],
  qr: 'QR code for your phone',
  /** Before the address of the page that takes the digits. */
  or: 'Or open',
  type: 'and type',
  digits: 'The digits to type on your phone',
  asking: 'One moment',
  again: 'New QR code',
  back: 'Type a code instead',
});

/** How long the digits are good. */
export const goodFor = inLanguage('goodFor', (seconds: number): string => {
  return `Good for ${Math.floor(seconds / 60)}:${(seconds % 60).toString().padStart(2, '0')}`;
});
