/**
 * Characters that no printed name holds: controls, line and paragraph separators, and halves of surrogate
 * pairs.
 */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** The longest name that file systems allow. */
const maxLength = 255;

/**
 * A file's name as LibreOffice may print it on a page: without folders, and never `.` or `..`. The name only
 * becomes part of the URL that LibreOffice loads; no file is created with it.
 */
export function printableName(fileName: string): string {
  const name = fileName
    .replace(unprintable, '')
    .replace(/^.*[/\\]/, '')
    .replace(/^[\s.]+/, '');
  return name.slice(0, maxLength).replace(/\p{Cs}$/u, '') || 'document';
}
