import { ParseSpeeds, PDFDocument } from './pdf-lib.js';

/** Loads a PDF that one of the converter's programs wrote. Such a PDF is well-formed and needs no repair. */
export function loadPdf(pdf: Buffer): Promise<PDFDocument> {
  return PDFDocument.load(pdf, { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest });
}
