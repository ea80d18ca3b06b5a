import type { Content } from '../content.js';
import { heading, list, note, paragraph, say, to } from '../write.js';

export const doINeedToDownload: Content = {
  path: '/do-i-need-to-download',
  changed: '2026-11-23',
  blocks: [
    paragraph`No. There is no software to download: no app, no printer driver, nothing to install. A browser is enough, on a phone, a tablet, or a computer.`,
    heading('two-ways', 'Two ways to bring a document'),
    list(
      say`Upload it on your ${to('/dashboard', 'dashboard')}, from the device it is on.`,
      say`E-mail it to the print address, which your dashboard shows. Send it from the address of your account, so that we know it is yours.`,
    ),
    paragraph`At the printer you type six digits. You can bring the document from one device and read the code on another.`,
    heading('what-you-need', 'What you need'),
    list(
      say`A browser of the last few years, such as Chrome, Safari, Firefox, or Edge.`,
      say`An account, which takes ${to('/signup', 'an e-mail address and a password')}.`,
      say`A document in ${to('/documents-missing-on-printer', 'one of the supported formats', 'formats')}.`,
    ),
    note`You do not have to be in the network of the house: documents can come from anywhere.`,
  ],
  seeAlso: ['/how-to-get-started', '/printing-emails-webpages'],
};
