import { ParseSpeeds, PDFDocument } from '@cantoo/pdf-lib';
import { Unconvertible } from '../unconvertible.js';
import { cleanCopy, hasPrintableAnnotations } from './clean-copy.js';
import { walkPages, type PageNode } from './page-tree.js';
import { flattenAnnotations, rewrite } from './qpdf.js';

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
  let plain = await rewrite(bytes);
  let document = await load(plain);
  let pages = walkPages(document);
  if (pages.some(hasPrintableAnnotations)) {
    plain = await flattenAnnotations(plain);
    document = await load(plain);
    pages = walkPages(document);
  }
  const kept = keepPages ? keepPages.map((page) => pageAt(pages, page)) : pages;
  return { pdf: await cleanCopy(document, kept), pageCount: kept.length };
}

function load(pdf: Buffer): Promise<PDFDocument> {
  return PDFDocument.load(pdf, { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest });
}

function pageAt(pages: readonly PageNode[], page: number): PageNode {
  const found = pages[page - 1];
  if (!found) throw new Unconvertible('damaged');
  return found;
}
