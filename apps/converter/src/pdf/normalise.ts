import { Unconvertible } from '../unconvertible.js';
import { cleanCopy, hasPrintableAnnotations } from './clean-copy.js';
import { loadPdf } from './load.js';
import { walkPages, type PageNode } from './page-tree.js';
import { flattenAnnotations, rewrite } from './qpdf.js';
import { redrawIncomplete } from './redraw.js';

export interface NormalisedPdf {
  pdf: Buffer;
  pageCount: number;
}

/**
 * A PDF of somebody's as one of ours: rewritten, nothing but pages in it, those of `keepPages` (from 1, in order) when
 * it is given. Pages are counted by walking what qpdf made of the file, before anything is done for each of them.
 * @throws Unconvertible
 */
export async function normalisePdf(bytes: Buffer, keepPages?: readonly number[]): Promise<NormalisedPdf> {
  const plain = await rewrite(bytes);
  const document = await loadPdf(plain);
  const pages = walkPages(document);
  const kept = keepPages ? keepPages.map((page) => pageAt(pages, page)) : pages;
  const redrawn = await redrawIncomplete(document, kept);
  const asTheyAre = kept.filter((page) => !redrawn.has(page));
  if (!asTheyAre.some(hasPrintableAnnotations)) {
    const complete = kept.map((page) => redrawn.get(page) ?? page);
    return { pdf: await cleanCopy(document, complete), pageCount: kept.length };
  }
  const flat = await loadPdf(await flattenAnnotations(plain));
  const flatPages = walkPages(flat);
  const complete = kept.map((page) => redrawn.get(page) ?? pageAt(flatPages, pages.indexOf(page) + 1));
  return { pdf: await cleanCopy(flat, complete), pageCount: kept.length };
}

function pageAt(pages: readonly PageNode[], page: number): PageNode {
  const found = pages[page - 1];
  if (!found) throw new Unconvertible('damaged');
  return found;
}
