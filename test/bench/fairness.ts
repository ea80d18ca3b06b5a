import { fixture, nestedForms } from '../support/documents/hostile-files.js';
import { aPdf } from '../support/documents/pdf.js';
import { slideShow } from '../support/documents/long-documents.js';
import { compareBeside } from './beside-others.js';
import type { Figures, Size } from './figures.js';
import { withService } from './service.js';

const slides = 450;

/**
 * Measures a user's document from upload to ready while another user's documents take long, against the same
 * alone.
 */
export function fairness(size: Size): Promise<Figures> {
  return withService(async (service) => {
    const pages = { name: 'two.pdf', bytes: await aPdf({ pages: 2 }) };
    const endless = { name: 'endless.pdf', bytes: nestedForms({ depth: 16, times: 2, groups: true }) };
    const behind = await compareBeside(service, {
      size,
      title: 'Two pages of PDF right behind four endless ones of another person',
      mine: pages,
      theirs: [endless, endless, endless, endless],
    });
    const during = await compareBeside(service, {
      size,
      title: 'Two pages of PDF while four endless ones of another person are at work',
      mine: pages,
      theirs: [endless, endless, endless, endless],
      laterMs: 1_000,
    });
    const letter = { name: 'letter.docx', bytes: fixture('document.docx') };
    const slidesBeside = await compareBeside(service, {
      size,
      needs: 'office',
      title: `A letter beside a show of ${slides} slides of another person`,
      mine: letter,
      theirs: [{ name: 'slides.odp', bytes: slideShow(slides) }],
    });
    return {
      'behind ratio': behind.ratio,
      'during ratio': during.ratio,
      'slides ratio': slidesBeside.ratio,
    };
  });
}
