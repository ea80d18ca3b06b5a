import type { ImportFilter, OfficeInspection, OfficeRoad } from '@sixpence/contracts/file-types';
import { inspectExcel, inspectPowerPoint, inspectWord } from './compound.js';
import { inspectOpenDocument, inspectOpenXml } from './packages.js';
import { inspectRtf } from './rtf.js';

/**
 * Inspects a document: it has the stated type, is complete, opens without a password, and can be unpacked
 * within the limits.
 * @returns the filter that opens it, out of those of its type
 * @throws Unconvertible
 */
type Inspect = (bytes: Buffer, type: { mediaType: string; filter: ImportFilter }) => ImportFilter;

/** By the inspection names of the table of file types. */
const inspections: Record<OfficeInspection, Inspect> = {
  word: inspectWord,
  excel: inspectExcel,
  powerpoint: inspectPowerPoint,
  'open-xml': inspectOpenXml,
  'open-document': inspectOpenDocument,
  rtf: inspectRtf,
};

/**
 * Inspects an office document before LibreOffice gets it, and returns its import filter. LibreOffice opens
 * almost any file, even random bytes, so a damaged document has to be found here.
 * @throws Unconvertible
 */
export function inspectOffice(mediaType: string, road: OfficeRoad, bytes: Buffer): ImportFilter {
  return inspections[road.inspection](bytes, { mediaType, filter: road.filters[0] });
}
