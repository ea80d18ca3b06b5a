import { ParseSpeeds, PDFDocument } from './pdf-lib.js';

/** Loads a PDF that one of the converter's programs wrote, so that it needs no repair. */
export function loadPdf(pdf: Buffer): Promise<PDFDocument> {
  return PDFDocument.load(pdf, { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest });
}
