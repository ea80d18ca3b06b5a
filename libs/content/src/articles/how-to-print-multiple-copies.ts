import type { Content } from '../content.js';
import { facts } from '../facts.js';
import { heading, list, note, paragraph, say, steps, strong, to } from '../write.js';

export const howToPrintMultipleCopies: Content = {
  path: '/how-to-print-multiple-copies',
  changed: '2026-11-23',
  blocks: [
    paragraph`Bring the document as often as you want it on paper: upload it, or e-mail it, repeatedly. Each one is a row of your list and a row on the printer, and each is printed once when you tick it.`,
    steps({
      bring: say`On your ${to('/dashboard', 'dashboard')}, upload the same file once more for each copy. By e-mail, write a new mail for each copy; a mail that merely arrives twice counts as one.`,
      options: say`Choose sides and colour as usual. They count for all of your documents.`,
      print: say`Get a code, enter it at the printer, tick all copies, and press ${strong('PRINT')}. They come out one after the other.`,
    }),
    heading('at-the-printer', 'Copies at the printer'),
    paragraph`Several copies of one document need one row only: tick it at the printer, and touch ${strong('+')} beside it until the number is right. Each copy is paid for as it comes out.`,
    heading('later', 'One more, later'),
    paragraph`A document stays in your list for ${facts.documentLife} and can be printed again. Get a new code, tick it again, and press ${strong('PRINT')}.`,
    heading('price', 'What copies cost'),
    list(
      say`Each copy costs what the first one did: there is no surcharge, and no discount.`,
      say`The printer shows the total cost of all copies that you tick before you press ${strong('PRINT')}.`,
    ),
    note`Ten copies of a leaflet? You may have ${facts.documents} in your list at a time, ${facts.allFiles} together.`,
  ],
  seeAlso: ['/how-much-to-pay', '/how-to-get-started'],
};
