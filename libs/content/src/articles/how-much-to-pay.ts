import type { Content } from '../content.js';
import { heading, list, note, paragraph, say, strong, to } from '../write.js';

export const howMuchToPay: Content = {
  path: '/how-much-to-pay',
  changed: '2026-11-23',
  blocks: [
    paragraph`The printer shows it before anything is printed: the cost of each document, the total cost of all that you tick, and your balance. Nothing is charged until you press ${strong('PRINT')}.`,
    {
      kind: 'picture',
      picture: 'shortfall',
      caption: 'Two documents are ticked: the total cost is £0.80, the balance £0.50, the shortfall £0.30.',
    },
    heading('shortfall', 'When your balance is too low'),
    paragraph`The printer shows the shortfall, which is how much is missing. Untick a document, or scan the QR code on the screen with your phone, sign in, and ${to('/how-to-top-up', 'top up')}: you need no new code, and ${strong('PRINT')} comes back by itself.`,
    heading('price', 'What a page costs'),
    paragraph`Whoever runs the house sets the prices, so they differ from place to place. Four things decide:`,
    list(
      say`${strong('Pages:')} each printed side of a sheet counts as one page. Pages that you ${to('/how-to-remove-pages', 'leave out')} cost nothing.`,
      say`${strong('Colour:')} the colour price is for pages with colour on them, when you chose ${strong('Color')}. A black page of such a document costs what black-and-white does.`,
      say`${strong('Sides:')} a page of a ${strong('2-Sided')} document can cost less, because it saves paper.`,
      say`${strong('The place:')} each place has its own prices, in pounds or in euros.`,
    ),
    heading('only-what-comes-out', 'Only what comes out'),
    paragraph`When you press ${strong('PRINT')}, the price is set aside. The printer counts the pages that come out, you pay for those, and the rest comes back by itself: after a jam, an empty tray, or when you cancel.`,
    paragraph`What did not come out stays in your list, for example as ${strong('Pages 3–12')}. Print it at any printer, with a new code, for the price of those pages alone. Open its pages on your ${to('/dashboard', 'dashboard')} to see those that came out: put one back to print it again, and it is paid for again.`,
    note`Something came out wrong although the printer counted it? Tell the staff, or write to us. They can give the money back.`,
  ],
  seeAlso: ['/how-to-top-up', '/how-to-check-balance', '/how-to-remove-pages'],
};
