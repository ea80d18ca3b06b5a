import { fileTypeOf } from '@sixpence/contracts/file-types';
import { Refusal } from '@sixpence/contracts/refusals';

/** Media types that browsers state for unknown files. The extension alone decides then. */
const anyBytes = ['', 'application/octet-stream'];

/**
 * The media type of a document, decided by the extension of its name.
 * @throws Refusal `document.type` when the extension is not accepted, the stated type belongs to another
 *   extension, or the type needs LibreOffice and it is missing
 */
export function mediaTypeOf(fileName: string, statedType: string, { takesOffice = true } = {}): string {
  const type = fileTypeOf(fileName);
  const stated = statedType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!type) throw new Refusal('document.type');
  if (type.road.by === 'office' && !takesOffice) {
    throw new Refusal(
      'document.type',
      'Office documents cannot be prepared here at present: LibreOffice is missing',
    );
  }
  if (!anyBytes.includes(stated) && !type.mediaTypes.includes(stated)) throw new Refusal('document.type');
  return type.mediaTypes[0];
}
