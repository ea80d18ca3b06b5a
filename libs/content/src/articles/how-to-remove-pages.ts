import type { Content } from '../content.js';
import { heading, note, paragraph, say, steps, strong, to } from '../write.js';

export const howToRemovePages: Content = {
  path: '/how-to-remove-pages',
  changed: '2026-11-23',
  blocks: [
    paragraph`You need only pages 3 to 5 of a long document? Leave the others out before you print, and pay for three pages instead of all.`,
    steps({
      eye: say`On your ${to('/dashboard', 'dashboard')}, click the preview eye icon in the row of the document. Its pages open as small pictures.`,
      untick: say`Every page is ticked at first. Click a page to leave it out; click it again to bring it back. The line above says how many pages print.`,
      range: say`Of a long document you can write the pages you want, such as 1-3, 7, and press ${strong('Keep only these')}.`,
      close: say`Click the check icon, where the eye was. The pages you left out are taken away, and the row shows the new number of pages. ${strong('Get code')} does the same.`,
    }),
    { kind: 'picture', picture: 'pages', caption: 'Three of four pages are ticked, and print.' },
    note`One page always stays: the last one that is ticked cannot be unticked. To get rid of the whole document, delete it.`,
    heading('back', 'You want a page back?'),
    paragraph`Pages that were taken away are gone from this document. Upload the file again to have them all; your own copy is as it was.`,
    heading('what-it-changes', 'What it changes'),
    paragraph`The pages keep their order, and you pay for those that are left. With ${strong('2-Sided')}, the pages that are left are put on front and back anew.`,
  ],
  seeAlso: ['/how-much-to-pay', '/fit-pdf-content', '/how-to-print-multiple-copies'],
};
