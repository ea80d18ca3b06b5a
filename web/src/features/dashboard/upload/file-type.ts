import { acceptedExtensions, fileTypeOf, fileTypes } from '@sixpence/contracts/file-types';

/**
 * The value of `accept` for a file input. A phone converts pictures of another format to one of these types.
 */
export const acceptedTypes = [
  ...acceptedExtensions.map((extension) => `.${extension}`),
  ...new Set(Object.values(fileTypes).map(({ mediaTypes }) => mediaTypes[0])),
].join(',');

/** The accepted kinds of files, in words. */
export const acceptedInWords = [...new Set(Object.values(fileTypes).map(({ shownAs }) => shownAs))].join(
  ', ',
);

/** A browser that does not know a type sends nothing or this. The server checks the content in any case. */
const unknownType = 'application/octet-stream';

/**
 * Whether the dashboard accepts a file: its extension is known, and its media type fits that or is unknown.
 */
export function isAccepted({ name, type }: { name: string; type: string }): boolean {
  const named = fileTypeOf(name);
  if (!named) return false;
  return type === '' || type === unknownType || named.mediaTypes.includes(type.toLowerCase());
}

export function sentType({ type }: { type: string }): string {
  return type === '' ? unknownType : type;
}
