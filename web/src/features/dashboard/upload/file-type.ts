import { fileTypes } from '@sixpence/contracts/file-types';
import { acceptedExtensions } from '@sixpence/contracts/http/documents';

/**
 * What a file picker offers, as `accept` wants it. Phones that take pictures in a format of their own turn them into one
 * of these.
 */
export const acceptedTypes = [
  ...acceptedExtensions.map((extension) => `.${extension}`),
  ...new Set(Object.values(fileTypes).map(({ mediaTypes }) => mediaTypes[0])),
].join(',');

/** Browsers that do not know a type say nothing, or this. The server looks at the content in any case. */
const unknownType = 'application/octet-stream';

/** Whether the dashboard takes a file: an accepted extension, and a media type that fits it or is unknown. */
export function isAccepted({ name, type }: { name: string; type: string }): boolean {
  const extension = acceptedExtensions.find((known) => name.toLowerCase().endsWith(`.${known}`));
  if (!extension) return false;
  return type === '' || type === unknownType || fileTypes[extension].mediaTypes.includes(type.toLowerCase());
}

/** The media type that a file is sent with. */
export function sentType({ type }: { type: string }): string {
  return type === '' ? unknownType : type;
}
