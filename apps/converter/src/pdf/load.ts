import { ParseSpeeds, PDFDocument } from './pdf-lib.js';

/** A PDF that one of our programs has written, so that nothing in it needs repair. */
export function loadPdf(pdf: Buffer): Promise<PDFDocument> {
  return PDFDocument.load(pdf, { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest });
}
