import type { Content } from '../content.js';
import { facts } from '../facts.js';
import { heading, list, paragraph, say, strong } from '../write.js';

export const accessibility: Content = {
  path: '/accessibility',
  changed: '2026-11-23',
  blocks: [
    paragraph`Everybody should be able to print. This site and the screens at our printers are made to meet level AA of the Web Content Accessibility Guidelines (WCAG) 2.2.`,
    heading('what-we-do', 'What we do for it'),
    list(
      say`Everything on the site works with the keyboard alone, and you always see where you are.`,
      say`Screen readers are told what each thing is called, and hear of news such as a document that is ready.`,
      say`Text keeps a contrast of 4.5 to 1, in light and in dark; the site follows what your system prefers.`,
      say`Nothing is said by colour alone, and nothing moves if your system asks for less motion.`,
      say`Text can be enlarged to twice its size, and the pages fit a narrow screen, without anything being lost.`,
      say`Each page is checked by program with every change.`,
    ),
    heading('printers', 'At the printer'),
    paragraph`The keys on the screen are large and far apart, and read well from an arm's length. A screen closes after ${facts.panelIdle} without a touch and asks first whether you are still there; one touch is enough to go on. The screens do not speak: if you cannot read them, the staff will type your code for you. Your documents are safe with that, because a code works once.`,
    heading('known', 'What does not work yet'),
    list(
      say`The pictures of pages have no description, because we do not read your documents. Your screen reader hears their number.`,
      say`The payment form is our payment provider's, and as accessible as they make it.`,
      say`A PDF that you upload is printed as it is; we cannot make it easier to read.`,
    ),
    heading('tell-us', 'Tell us'),
    paragraph`Something keeps you out? Write to us under ${strong('Contact Us')}, at the top of the page, and say what you wanted to do. If you cannot use the site at all, reach us here:`,
    { kind: 'seller' },
  ],
  seeAlso: ['/do-i-need-to-download', '/terms', '/privacy'],
};
