import type { ImportFilter, OfficeInspection, OfficeRoad } from '@sixpence/contracts/file-types';
import { inspectExcel, inspectPowerPoint, inspectWord } from './compound.js';
import { inspectOpenDocument, inspectOpenXml } from './packages.js';
import { inspectRtf } from './rtf.js';

/**
 * Looks into a document: it is what it is said to be, whole, open without a password, and of a size to unpack.
 * @returns which of its type's filters opens it
 * @throws Unconvertible
 */
type Inspect = (bytes: Buffer, type: { mediaType: string; filter: ImportFilter }) => ImportFilter;

/** By the names that the table of file types gives them. */
const inspections: Record<OfficeInspection, Inspect> = {
  word: inspectWord,
  excel: inspectExcel,
  powerpoint: inspectPowerPoint,
  'open-xml': inspectOpenXml,
  'open-document': inspectOpenDocument,
  rtf: inspectRtf,
};

/**
 * Looks into an office document before LibreOffice gets it, and answers what to open it as. LibreOffice makes something
 * of almost anything, random bytes included; what is wrong with a document has to be found here.
 * @throws Unconvertible
 */
export function inspectOffice(mediaType: string, road: OfficeRoad, bytes: Buffer): ImportFilter {
  return inspections[road.inspection](bytes, { mediaType, filter: road.filters[0] });
}
