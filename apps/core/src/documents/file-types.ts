import type { acceptedExtensions } from '@sixpence/contracts/http/documents';
import { Refusal } from '@sixpence/contracts/refusals';

type Extension = (typeof acceptedExtensions)[number];

interface FileType {
  /** The type itself, then names that browsers and systems also use for it. */
  mediaTypes: readonly [string, ...string[]];
  /** Whether the converter can prepare it. */
  isHandled: boolean;
}

const jpeg: FileType = { mediaTypes: ['image/jpeg', 'image/jpg', 'image/pjpeg'], isHandled: true };
const tiff: FileType = { mediaTypes: ['image/tiff', 'image/tif', 'image/x-tiff'], isHandled: false };
const openXml = 'application/vnd.openxmlformats-officedocument';
const later = (...mediaTypes: FileType['mediaTypes']): FileType => ({ mediaTypes, isHandled: false });

/** Extension → media types → whether it is handled: the one table of what may be uploaded. */
export const fileTypes: Record<Extension, FileType> = {
  pdf: { mediaTypes: ['application/pdf', 'application/x-pdf'], isHandled: true },
  jpg: jpeg,
  jpeg,
  png: { mediaTypes: ['image/png', 'image/x-png'], isHandled: true },
  gif: later('image/gif'),
  bmp: later('image/bmp', 'image/x-bmp', 'image/x-ms-bmp'),
  tiff,
  tif: tiff,
  webp: later('image/webp'),
  doc: later('application/msword'),
  dot: later('application/msword'),
  docx: later(`${openXml}.wordprocessingml.document`),
  dotx: later(`${openXml}.wordprocessingml.template`),
  ppt: later('application/vnd.ms-powerpoint'),
  pptx: later(`${openXml}.presentationml.presentation`),
  xls: later('application/vnd.ms-excel'),
  xlsx: later(`${openXml}.spreadsheetml.sheet`),
  odp: later('application/vnd.oasis.opendocument.presentation'),
  ods: later('application/vnd.oasis.opendocument.spreadsheet'),
  odt: later('application/vnd.oasis.opendocument.text'),
  rtf: later('application/rtf', 'text/rtf', 'application/x-rtf', 'text/richtext'),
};

/** What browsers state for files they do not know; the extension decides then. */
const anyBytes = ['', 'application/octet-stream'];

/**
 * The media type a document of this name has.
 * @throws Refusal `document.type` when the extension is not handled, or the stated type is another one's
 */
export function mediaTypeOf(fileName: string, statedType: string): string {
  const type = fileTypeOf(fileName);
  const stated = statedType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!type?.isHandled) throw new Refusal('document.type', 'File type not supported');
  if (!anyBytes.includes(stated) && !type.mediaTypes.includes(stated)) {
    throw new Refusal('document.type', 'File type not supported');
  }
  return type.mediaTypes[0];
}

function fileTypeOf(fileName: string): FileType | undefined {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(fileTypes, extension) ? fileTypes[extension as Extension] : undefined;
}
