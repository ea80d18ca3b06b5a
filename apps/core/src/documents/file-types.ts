import { fileTypeOf } from '@sixpence/contracts/file-types';
import { Refusal } from '@sixpence/contracts/refusals';

/** What browsers state for files they do not know; the extension decides then. */
const anyBytes = ['', 'application/octet-stream'];

/**
 * The media type a document of this name has.
 * @throws Refusal `document.type` when the extension is not accepted, the stated type is another one's, or it would take
 *   LibreOffice where there is none
 */
export function mediaTypeOf(fileName: string, statedType: string, { takesOffice = true } = {}): string {
  const type = fileTypeOf(fileName);
  const stated = statedType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!type) throw new Refusal('document.type', 'File type not supported');
  if (type.road.by === 'office' && !takesOffice) {
    throw new Refusal(
      'document.type',
      'Office documents cannot be prepared here at present: LibreOffice is missing',
    );
  }
  if (!anyBytes.includes(stated) && !type.mediaTypes.includes(stated)) {
    throw new Refusal('document.type', 'File type not supported');
  }
  return type.mediaTypes[0];
}
