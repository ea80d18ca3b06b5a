import type { Content } from '../content.js';
import { heading, list, note, paragraph, say, steps, strong, to } from '../write.js';

export const fitPdfContent: Content = {
  path: '/fit-pdf-content',
  changed: '2026-11-26',
  blocks: [
    paragraph`You do not have to choose anything to fit a PDF to the paper. We ask the printer to scale each page to the paper that is in it, in proportion, so that nothing is cut off. Pictures get a small margin, because printers cannot print up to the edge of the paper.`,
    heading('check', 'Look before you print'),
    steps({
      preview: say`On your ${to('/dashboard', 'dashboard')}, click the preview eye icon. What is cut off there was cut off in the file.`,
      close: say`Look at a page closely with the magnifier in its corner.`,
    }),
    heading('still-wrong', 'If it still looks wrong'),
    list(
      say`${strong('The content is small, with a wide margin:')} the pages of the file are larger than what is on them. Export the file again with A4 as the paper and narrow margins.`,
      say`${strong('A spreadsheet runs over many pages:')} set its print area, choose landscape, and choose “Fit to one page wide” where you wrote it; then save it as a PDF.`,
      say`${strong('Slides are small:')} export them as a PDF with one slide a page, without notes.`,
      say`${strong('A letter or legal format:')} it is scaled to A4, which leaves a little more white on two sides.`,
    ),
    note`Some printers do not let anybody ask for scaling. If yours cuts something off, save the file with A4 as the paper: that fits everywhere.`,
  ],
  seeAlso: ['/how-to-convert-to-pdf', '/how-to-remove-pages'],
};
