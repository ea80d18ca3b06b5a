/**
 * The text of a file as spreadsheets save it: UTF-8, or UTF-16 with a byte order mark. Undefined when it is
 * neither.
 */
export function textOf(bytes: Uint8Array): string | undefined {
  const encoding = encodingOf(bytes);
  try {
    // Decoding also removes the byte order mark.
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return 'utf-8';
}

/**
 * The cells of one line of CSV (RFC 4180), without the spaces around them. Undefined when a quote is not
 * closed, or has text beside it.
 */
export function cellsOf(line: string, separator: string): string[] | undefined {
  const cells: string[] = [];
  let rest = line;
  for (;;) {
    // Only spaces, because a tab may be the separator.
    const quoted = /^ *"((?:[^"]|"")*)" */.exec(rest);
    const end = quoted ? quoted[0].length : endOf(rest, separator);
    const cell = quoted ? (quoted[1] ?? '').replaceAll('""', '"') : rest.slice(0, end);
    if (!quoted && cell.includes('"')) return undefined;
    cells.push(cell.trim());
    if (end === rest.length) return cells;
    if (!rest.startsWith(separator, end)) return undefined;
    rest = rest.slice(end + separator.length);
  }
}

function endOf(text: string, separator: string): number {
  const at = text.indexOf(separator);
  return at < 0 ? text.length : at;
}
