import {
  IconCoins,
  IconCreditCard,
  IconLock,
  IconMailForward,
  IconUsersGroup,
  IconWorldUpload,
} from '@tabler/icons-react';

/** The six promises of the landing page. */
export const points = [
  {
    icon: IconUsersGroup,
    title: 'Unlimited users and guests',
    words: 'Everybody in the house can print, and so can whoever visits for an hour.',
  },
  {
    icon: IconWorldUpload,
    title: 'No software to install',
    words: 'A browser is enough, on a phone as on a laptop. No drivers, no app.',
  },
  {
    icon: IconCreditCard,
    title: 'Cards and wallets in 20+ currencies',
    words: 'Pay the way you are used to; your balance is kept in GBP or EUR.',
  },
  {
    icon: IconLock,
    title: 'Encrypted on our servers',
    words: '256-bit AES from the moment a document arrives, gone for good after 72 hours.',
  },
  {
    icon: IconMailForward,
    title: 'Print by e-mail',
    words: 'Mail a document to the print address and it waits for you in your list.',
  },
  {
    icon: IconCoins,
    title: 'Pay only for pages that come out',
    words: 'A jam, an empty tray: what did not print goes straight back to your balance.',
  },
];

/** How it works, from a file to paper. */
export const steps = [
  { title: 'Upload or e-mail', words: 'Drop a PDF, a photo, or an office document.' },
  { title: 'Choose sides and colour', words: 'One side or two, black-and-white or colour.' },
  { title: 'Get your code', words: 'Six digits that work once, for a few minutes.' },
  { title: 'Type it at the printer', words: 'Press the pink button, enter the code, pick your files.' },
];
