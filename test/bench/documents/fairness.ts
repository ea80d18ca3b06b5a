import { fixture, nestedForms } from '../../support/documents/hostile-files.js';
import { aPdf } from '../../support/documents/pdf.js';
import { slideShow } from '../../support/documents/long-documents.js';
import { compareBeside } from './beside-others.js';
import type { Figures, Size } from '../figures.js';
import { withService } from './service.js';

/**
 * The forms of an endless document are nested this deep, and each draws the next one twice. The converter
 * ends such a document after a minute of processor time. That of a smoke run takes a second.
 */
const sizes = {
  whole: { slides: 450, endless: 4, depth: 16, laterMs: 1_000 },
  smoke: { slides: 20, endless: 1, depth: 6, laterMs: 0 },
};

/**
 * Measures the time from upload to ready of a user's document while another user's documents take long, as a
 * ratio to the same document alone.
 */
export function fairness(size: Size): Promise<Figures> {
  const { slides, depth, laterMs, ...counts } = sizes[size];
  return withService(async (service) => {
    const pages = { name: 'two.pdf', bytes: await aPdf({ pages: 2 }) };
    const endless = { name: 'endless.pdf', bytes: nestedForms({ depth, times: 2, groups: true }) };
    const theirs = Array.from({ length: counts.endless }, () => endless);
    const found = await compareBeside(service, size, {
      slides: {
        needs: 'office',
        title: `A letter beside a presentation of ${slides} slides of another user`,
        mine: { name: 'letter.docx', bytes: fixture('document.docx') },
        theirs: [{ name: 'slides.odp', bytes: slideShow(slides) }],
      },
      behind: {
        title: `Two pages of PDF right behind ${theirs.length} endless documents of another user`,
        mine: pages,
        theirs,
      },
      during: {
        title: `Two pages of PDF while ${theirs.length} endless documents of another user are in conversion`,
        mine: pages,
        theirs,
        laterMs,
      },
    });
    return {
      'behind ratio': found.behind.ratio,
      'during ratio': found.during.ratio,
      'slides ratio': found.slides.ratio,
    };
  });
}
