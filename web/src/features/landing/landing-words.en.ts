import { inLanguage } from '@sixpence/theme/language';

export const landingWords = inLanguage('landingWords', {
  headline: 'Six digits, and it prints.',
  lead:
    'Upload a document or mail it in, get a code, type it at the printer. You pay from a prepaid balance, ' +
    'a few pence a page, and only for the pages that come out.',
  start: 'Start here',
  how: 'How it works',
  why: 'Printing without the fuss',
  /** The six promises. */
  points: [
    {
      title: 'Unlimited users and guests',
      words: 'Everybody in the house can print, and so can whoever visits for an hour.',
    },
    {
      title: 'No software to install',
      words: 'A browser is enough, on a phone as on a laptop. No drivers, no app.',
    },
    {
      title: 'Cards and wallets in 20+ currencies',
      words: 'Pay the way you are used to; your balance is kept in GBP or EUR.',
    },
    {
      title: 'Encrypted on our servers',
      words: '256-bit AES from the moment a document arrives, gone for good after 72 hours.',
    },
    {
      title: 'Print by e-mail',
      words: 'Mail a document to the print address and it waits for you in your list.',
    },
    {
      title: 'Pay only for pages that come out',
      words: 'A jam, an empty tray: what did not print goes straight back to your balance.',
    },
  ],
  steps: [
    { title: 'Upload or e-mail', words: 'Drop a PDF, a photo, or an office document.' },
    { title: 'Choose sides and colour', words: 'One side or two, black-and-white or colour.' },
    { title: 'Get your code', words: 'Six digits that work once, for a few minutes.' },
    { title: 'Type it at the printer', words: 'Press the pink button, enter the code, pick your files.' },
  ],
});

/** The words in the picture of a phone and a panel. */
export const sceneWords = inLanguage('sceneWords', {
  printer: 'Demo library · ready',
  documents: [
    { name: 'thesis.pdf', pages: '12 pages', price: '£0.60' },
    { name: 'photo.jpg', pages: '1 page', price: '£0.20' },
  ],
  total: 'Total',
  cost: '£0.80',
  balance: 'of £10.00',
  print: 'PRINT',
  yourCode: 'Your code',
  codeLabel: 'A print code',
  goodFor: 'good for 4:31',
  file: 'thesis.pdf',
});
