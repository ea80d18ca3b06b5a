import { Unconvertible } from '../unconvertible.js';
import { cleanCopy, hasPrintableAnnotations } from './clean-copy.js';
import { loadPdf } from './load.js';
import { walkPages, type PageNode } from './page-tree.js';
import type { PDFDocument } from './pdf-lib.js';
import { flattenAnnotations, rewrite } from './qpdf.js';
import { redrawIncomplete } from './redraw.js';

export interface NormalisedPdf {
  pdf: Buffer;
  pageCount: number;
}

/**
 * Rewrites an uploaded PDF as a new one that holds only its pages. The pages are counted in qpdf's output,
 * before any work on single pages.
 * @throws Unconvertible
 */
export async function normalisePdf(bytes: Buffer): Promise<NormalisedPdf> {
  const plain = await rewrite(bytes);
  const document = await loadPdf(plain);
  const pages = walkPages(document);
  const redrawn = await redrawIncomplete(document, pages);
  const asTheyAre = pages.filter((page) => !redrawn.has(page));
  if (!asTheyAre.some(hasPrintableAnnotations)) {
    return copyOfPages(
      document,
      pages.map((page) => redrawn.get(page) ?? page),
    );
  }
  const flat = await loadPdf(await flattenAnnotations(plain));
  const flatPages = walkPages(flat);
  return copyOfPages(
    flat,
    pages.map((page, index) => redrawn.get(page) ?? pageAt(flatPages, index + 1)),
  );
}

/**
 * Copies some pages of a normalised PDF, in which no page lacks fonts or has notes.
 * @param keepPages from 1, in order
 * @throws Unconvertible
 */
export async function selectPages(normalised: Buffer, keepPages: readonly number[]): Promise<NormalisedPdf> {
  const document = await loadPdf(await rewrite(normalised));
  const pages = walkPages(document);
  return copyOfPages(
    document,
    keepPages.map((page) => pageAt(pages, page)),
  );
}

async function copyOfPages(source: PDFDocument, pages: readonly PageNode[]): Promise<NormalisedPdf> {
  return { pdf: await cleanCopy(source, pages), pageCount: pages.length };
}

function pageAt(pages: readonly PageNode[], page: number): PageNode {
  const found = pages[page - 1];
  if (!found) throw new Unconvertible('damaged');
  return found;
}
