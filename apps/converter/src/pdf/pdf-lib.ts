import { createRequire } from 'node:module';
import type * as PdfLib from '@cantoo/pdf-lib';

/**
 * pdf-lib from its package's single bundled file. Its main entry loads hundreds of files, which took a third
 * of the start of a fenced process.
 */
const byName = createRequire(import.meta.url);
const itsOneFile = createRequire(byName.resolve('@cantoo/pdf-lib'));

export const {
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFObjectCopier,
  PDFRawStream,
  PDFStream,
  PDFString,
  PDFWriter,
} = itsOneFile('../dist/pdf-lib.min.js') as typeof PdfLib;

export type PDFArray = PdfLib.PDFArray;
export type PDFContext = PdfLib.PDFContext;
export type PDFDict = PdfLib.PDFDict;
export type PDFDocument = PdfLib.PDFDocument;
export type PDFName = PdfLib.PDFName;
export type PDFObject = PdfLib.PDFObject;
export type PDFObjectCopier = PdfLib.PDFObjectCopier;
export type PDFRawStream = PdfLib.PDFRawStream;
export type PDFRef = PdfLib.PDFRef;
export type PDFStream = PdfLib.PDFStream;
