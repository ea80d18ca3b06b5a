/** More codes than a font can have glyphs. */
const maxMeanings = 65_536;

const comments = /%[^\r\n]*/g;

/**
 * Reads a font's ToUnicode table (ISO 32000-1, 9.10.3): code → text. Invalid entries are skipped. Time and
 * memory are linear in the table's length and bounded.
 */
export function readToUnicode(table: string): Map<number, string> {
  const meanings = new Map<number, string>();
  let left = maxMeanings;
  const mean = (code: number, text: string) => {
    left -= 1;
    if (text !== '') meanings.set(code, text);
  };
  for (const section of table.replace(comments, '').split('beginbf').slice(1)) {
    const rows = section.slice(0, section.indexOf('endbf'));
    const words = (rows.match(/<[\da-fA-F\s]*>|[[\]]/g) ?? []).values();
    for (let word = words.next(); word.done !== true && left > 0; word = words.next()) {
      const first = numberIn(word.value);
      const last = section.startsWith('range') ? numberIn(words.next().value) : first;
      const meaning = words.next().value;
      if (meaning === '[') {
        let code = first;
        for (
          let item = words.next();
          item.done !== true && item.value !== ']';
          item = words.next(), code += 1
        )
          mean(code, textIn(item.value));
      } else
        for (let code = first; code <= last && left > 0; code += 1)
          mean(code, later(textIn(meaning), code - first));
    }
  }
  return meanings;
}

/** The text with its last character moved `steps` code points further. */
function later(text: string, steps: number): string {
  const characters = Array.from(text);
  const last = characters.pop()?.codePointAt(0);
  if (last === undefined || last + steps > 0x10ffff) return '';
  return characters.join('') + String.fromCodePoint(last + steps);
}

const digitsOf = (word = '') => word.replace(/[^\da-fA-F]/g, '');
const numberIn = (word?: string) => Number.parseInt(digitsOf(word).slice(0, 8) || '0', 16);

function textIn(word?: string): string {
  const digits = digitsOf(word);
  if (digits.length <= 2) return String.fromCodePoint(numberIn(word));
  return Buffer.from(digits.slice(0, digits.length & ~3), 'hex')
    .swap16()
    .toString('utf16le');
}
