import { fixture } from '../../support/documents/hostile-files.js';
import { longTable } from '../../support/documents/long-documents.js';
import { aMixedPdf, aPdf } from '../../support/documents/pdf.js';
import { compareBeside } from './beside-others.js';
import type { Figures, Size } from '../figures.js';
import { withService } from './service.js';

const sizes = {
  whole: { scanPages: 500, rows: 100_000, documents: 100, laterMs: 500 },
  smoke: { scanPages: 2, rows: 100, documents: 2, laterMs: 0 },
};

/**
 * Measures how long a user waits for a document beside large or many documents of another user, as a ratio to
 * the same document alone, and the memory of the converter with all its processes.
 */
export function largeDocuments(size: Size): Promise<Figures> {
  const { scanPages, rows, documents, laterMs } = sizes[size];
  return withService(async (service) => {
    const mine = { name: 'two.pdf', bytes: await aPdf({ pages: 2 }) };
    const scan = { name: 'scan.pdf', bytes: await aMixedPdf(scanPages) };
    const table = { name: 'table.ods', bytes: longTable(rows) };
    const others = { mayEnd: true, aim: 'at most 5.00' } as const;
    const found = await compareBeside(service, size, {
      scan: {
        ...others,
        title: `Two pages of PDF beside a scan of ${scanPages} pages`,
        mine,
        theirs: [scan],
        laterMs,
      },
      'many documents': {
        ...others,
        title: `Two pages of PDF behind ${documents} documents of another user`,
        mine,
        theirs: Array.from({ length: documents }, () => mine),
      },
      'long table': {
        ...others,
        needs: 'office',
        title: `A letter beside a spreadsheet of ${rows} rows`,
        mine: { name: 'letter.docx', bytes: fixture('document.docx') },
        theirs: [table],
        laterMs,
      },
    });
    return Object.fromEntries(
      Object.entries(found).flatMap(([name, { ratio, peakBytes }]) => [
        [`${name} ratio`, ratio],
        [`${name}, converter GB`, peakBytes / 1024 ** 3],
      ]),
    );
  });
}
