import { acceptedExtensions } from '@sixpence/contracts/http/documents';

type Extension = (typeof acceptedExtensions)[number];

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const openDocument = 'application/vnd.oasis.opendocument';

const tiff = ['image/tiff', 'image/tif', 'image/x-tiff'];

/** The media types that fit an extension, common aliases included. */
const mediaTypes: Record<Extension, readonly string[]> = {
  jpg: ['image/jpeg', 'image/jpg', 'image/pjpeg'],
  jpeg: ['image/jpeg', 'image/jpg', 'image/pjpeg'],
  png: ['image/png', 'image/x-png'],
  gif: ['image/gif'],
  webp: ['image/webp'],
  bmp: ['image/bmp', 'image/x-bmp', 'image/x-ms-bmp'],
  tiff,
  tif: tiff,
  pdf: ['application/pdf', 'application/x-pdf'],
  rtf: ['application/rtf', 'text/rtf', 'application/x-rtf', 'text/richtext', 'application/msword'],
  doc: ['application/msword'],
  dot: ['application/msword'],
  docx: [`${word}.document`],
  dotx: [`${word}.template`],
  xls: ['application/vnd.ms-excel'],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ppt: ['application/vnd.ms-powerpoint'],
  pptx: ['application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  odt: [`${openDocument}.text`],
  ods: [`${openDocument}.spreadsheet`],
  odp: [`${openDocument}.presentation`],
};

/**
 * What a file picker offers, as `accept` wants it. Phones that take pictures in a format of their own turn them into one
 * of these.
 */
export const acceptedTypes = [
  ...acceptedExtensions.map((extension) => `.${extension}`),
  ...new Set(Object.values(mediaTypes).map(([type]) => type)),
].join(',');

/** Browsers that do not know a type say nothing, or this. The server looks at the content in any case. */
const unknownType = 'application/octet-stream';

/** Whether the dashboard takes a file: an accepted extension, and a media type that fits it or is unknown. */
export function isAccepted({ name, type }: { name: string; type: string }): boolean {
  const extension = acceptedExtensions.find((known) => name.toLowerCase().endsWith(`.${known}`));
  if (!extension) return false;
  return type === '' || type === unknownType || mediaTypes[extension].includes(type.toLowerCase());
}

/** The media type that a file is sent with. */
export function sentType({ type }: { type: string }): string {
  return type === '' ? unknownType : type;
}
