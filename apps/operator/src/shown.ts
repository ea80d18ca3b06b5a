/**
 * Characters that a terminal may execute, or that disguise a text: control characters (C0 and C1), marks of
 * writing direction, and half surrogates. A tab stays, because it separates columns.
 */
const unsafeCharacters = /[^\P{C}\t]|[\u2028\u2029]/gu;

/**
 * Makes a line safe for a terminal. The line may contain names of files, printers, and people, and users
 * choose these names.
 */
export function shownLine(line: string): string {
  return line.replace(unsafeCharacters, escaped);
}

/**
 * Makes JSON that is safe for a terminal. It stays valid JSON, because such characters only occur in strings.
 */
export function shownJson(value: unknown): string {
  return JSON.stringify(value, null, 2).split('\n').map(shownLine).join('\n');
}

/** Writes a character as JSON escapes, one for each UTF-16 unit. */
function escaped(character: string): string {
  return character
    .split('')
    .map((half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
