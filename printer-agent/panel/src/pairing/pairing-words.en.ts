import { inLanguage } from '@sixpence/theme/language';

/** Texts of the screen with the QR code for sign-in. */
export const pairingWords = inLanguage('pairingWords', {
  title: 'Scan with your phone',
  steps: ['Scan, and sign in', 'Check the name, touch Validate', 'Your list opens here'],
  qr: 'QR code for your phone',
  /** Precedes the address of the page that takes the digits. */
  or: 'Or open',
  type: 'and type',
  digits: 'The digits to type on your phone',
  asking: 'One moment',
  again: 'New QR code',
  back: 'Type a code instead',
});

/** The remaining validity of the digits. */
export const goodFor = inLanguage('goodFor', (seconds: number): string => {
  return `Good for ${Math.floor(seconds / 60)}:${(seconds % 60).toString().padStart(2, '0')}`;
});
