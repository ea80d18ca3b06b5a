import type { Content } from '../content.js';
import { facts } from '../facts.js';
import { heading, note, paragraph, say, steps, strong, to } from '../write.js';

export const printerRanOutOfPaper: Content = {
  path: '/printer-ran-out-of-paper',
  changed: '2026-11-23',
  blocks: [
    paragraph`Ask the staff for paper. They have it, and they know how the tray opens.`,
    steps({
      ask: say`Tell the staff which printer it is. Its name stands at the top of its screen.`,
      'goes-on': say`Once there is paper, your document goes on by itself from the page where it stopped. Pages that came out are not printed twice.`,
    }),
    heading('money', 'What about your money?'),
    paragraph`It is only set aside. If there is no paper within ${facts.stall}, the job is cancelled by itself: you pay for the pages that came out, and the rest is back in your balance. The screen and your ${to('/dashboard', 'dashboard')} both say so.`,
    heading('nobody-there', 'Nobody there?'),
    paragraph`Your documents wait for you: each stays in your list for ${facts.documentLife}. Press ${strong('Get code')} for a new code and use another printer of the house, or come back later. Of a document that began to print, only the pages that are missing are in the list, for their price alone.`,
    note`Please do not fill in paper of your own: the wrong kind gets stuck.`,
  ],
  seeAlso: ['/document-is-not-printing', '/how-to-cancel-print-job'],
};
