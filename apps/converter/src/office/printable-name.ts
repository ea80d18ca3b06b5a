/** What no name of a file holds: what ends a line or a text, and halves of characters. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Systems give files no longer ones. */
const maxLength = 255;

/**
 * A file's name as a page may print it: without folders, and never one of the two that name folders. It is put into an
 * address that leads nowhere, and no file is called by it.
 */
export function printableName(fileName: string): string {
  const name = fileName
    .replace(unprintable, '')
    .replace(/^.*[/\\]/, '')
    .replace(/^[\s.]+/, '');
  return name.slice(0, maxLength).replace(/\p{Cs}$/u, '') || 'document';
}
