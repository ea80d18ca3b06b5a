import type { acceptedExtensions } from '@sixpence/contracts/http/documents';
import { Refusal } from '@sixpence/contracts/refusals';

type Extension = (typeof acceptedExtensions)[number];

interface FileType {
  /** The type itself, then names that browsers and systems also use for it. */
  mediaTypes: readonly [string, ...string[]];
  /** Whether it takes LibreOffice to prepare it. */
  isOffice: boolean;
}

const openXml = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';
const plain = (...mediaTypes: FileType['mediaTypes']): FileType => ({ mediaTypes, isOffice: false });
const office = (...mediaTypes: FileType['mediaTypes']): FileType => ({ mediaTypes, isOffice: true });

const jpeg = plain('image/jpeg', 'image/jpg', 'image/pjpeg');
const tiff = plain('image/tiff', 'image/tif', 'image/x-tiff');

/** Extension → media types: the one table of what may be uploaded. */
export const fileTypes: Record<Extension, FileType> = {
  pdf: plain('application/pdf', 'application/x-pdf'),
  jpg: jpeg,
  jpeg,
  png: plain('image/png', 'image/x-png'),
  gif: plain('image/gif'),
  bmp: plain('image/bmp', 'image/x-bmp', 'image/x-ms-bmp'),
  tiff,
  tif: tiff,
  webp: plain('image/webp'),
  doc: office('application/msword'),
  dot: office('application/msword'),
  docx: office(`${openXml}.wordprocessingml.document`),
  dotx: office(`${openXml}.wordprocessingml.template`),
  ppt: office('application/vnd.ms-powerpoint'),
  pptx: office(`${openXml}.presentationml.presentation`),
  xls: office('application/vnd.ms-excel'),
  xlsx: office(`${openXml}.spreadsheetml.sheet`),
  odp: office(`${openDocument}.presentation`),
  ods: office(`${openDocument}.spreadsheet`),
  odt: office(`${openDocument}.text`),
  // What Windows says of rich text where Word is at home.
  rtf: office('application/rtf', 'text/rtf', 'application/x-rtf', 'text/richtext', 'application/msword'),
};

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
  if (type.isOffice && !takesOffice) {
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

function fileTypeOf(fileName: string): FileType | undefined {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(fileTypes, extension) ? fileTypes[extension as Extension] : undefined;
}
