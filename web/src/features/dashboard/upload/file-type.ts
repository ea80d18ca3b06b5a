import { acceptedExtensions, fileTypeOf, fileTypes } from '@sixpence/contracts/file-types';

/**
 * What a file picker offers, as `accept` wants it. Phones that take pictures in a format of their own turn them into one
 * of these.
 */
export const acceptedTypes = [
  ...acceptedExtensions.map((extension) => `.${extension}`),
  ...new Set(Object.values(fileTypes).map(({ mediaTypes }) => mediaTypes[0])),
].join(',');

/** The same for people: PDF, and the kinds of other files. */
export const acceptedInWords = [...new Set(Object.values(fileTypes).map(({ shownAs }) => shownAs))].join(
  ', ',
);

/** Browsers that do not know a type say nothing, or this. The server looks at the content in any case. */
const unknownType = 'application/octet-stream';

/** Whether the dashboard takes a file: an accepted extension, and a media type that fits it or is unknown. */
export function isAccepted({ name, type }: { name: string; type: string }): boolean {
  const named = fileTypeOf(name);
  if (!named) return false;
  return type === '' || type === unknownType || named.mediaTypes.includes(type.toLowerCase());
}

/** The media type that a file is sent with. */
export function sentType({ type }: { type: string }): string {
  return type === '' ? unknownType : type;
}
