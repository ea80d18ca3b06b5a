/**
 * What a terminal might obey, or what hides how a text is written: control characters with C1 among them, marks that turn
 * the direction of writing, half characters. A tab stays: it is between the columns.
 */
const odd = /[^\P{C}\t]|[\u2028\u2029]/gu;

/** A line for a terminal. Names of files, printers, and people were written by strangers. */
export function shownLine(line: string): string {
  return line.replace(odd, escaped);
}

/** The same of JSON, which stays the same JSON: it has such characters in its texts alone. */
export function shownJson(value: unknown): string {
  return JSON.stringify(value, null, 2).split('\n').map(shownLine).join('\n');
}

/** As JSON writes it: each half of a long character by itself. */
function escaped(character: string): string {
  return character
    .split('')
    .map((half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
