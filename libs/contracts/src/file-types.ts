import type { acceptedExtensions } from './http/documents.js';

export type Extension = (typeof acceptedExtensions)[number];

/** What may be uploaded under an extension. */
export interface FileType {
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

/** The one table of what may be uploaded, for the page that offers it and for core that accepts it. */
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
