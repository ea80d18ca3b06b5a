import { fixture, nestedForms } from '../../support/documents/hostile-files.js';
import { aPdf } from '../../support/documents/pdf.js';
import { slideShow } from '../../support/documents/long-documents.js';
import { compareBeside } from './beside-others.js';
import type { Figures, Size } from '../figures.js';
import { withService } from './service.js';

const slides = 450;

/**
 * Measures the time from upload to ready of a user's document while another user's documents take long, as a
 * ratio to the same document alone.
 */
export function fairness(size: Size): Promise<Figures> {
  return withService(async (service) => {
    const pages = { name: 'two.pdf', bytes: await aPdf({ pages: 2 }) };
    const endless = { name: 'endless.pdf', bytes: nestedForms({ depth: 16, times: 2, groups: true }) };
    const behind = await compareBeside(service, {
      size,
      title: 'Two pages of PDF right behind four endless documents of another user',
      mine: pages,
      theirs: [endless, endless, endless, endless],
    });
    const during = await compareBeside(service, {
      size,
      title: 'Two pages of PDF while four endless documents of another user are in conversion',
      mine: pages,
      theirs: [endless, endless, endless, endless],
      laterMs: 1_000,
    });
    const letter = { name: 'letter.docx', bytes: fixture('document.docx') };
    const slidesBeside = await compareBeside(service, {
      size,
      needs: 'office',
      title: `A letter beside a presentation of ${slides} slides of another user`,
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
