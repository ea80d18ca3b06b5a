export interface UuencodedFile {
  name: string;
  bytes: Buffer;
}

/**
 * The files that a program has written into the text of a mail (uuencode, POSIX), and the text without them.
 * A beginning without a valid end stays text.
 */
export function uuencodedIn(text: string): { text: string; files: UuencodedFile[] } {
  const files: UuencodedFile[] = [];
  const texts: string[] = [];
  let copiedUntil = 0;
  for (let at = 0; at < text.length; at = endOfLine(text, at) + 1) {
    const name = text.startsWith('begin ', at) ? nameIn(lineAt(text, at)) : undefined;
    if (name === undefined) continue;
    const file = fileAt(text, endOfLine(text, at) + 1);
    if (!file) continue;
    files.push({ name, bytes: Buffer.concat(file.lines) });
    texts.push(text.slice(copiedUntil, at));
    copiedUntil = file.end;
    at = copiedUntil - 1;
  }
  return { text: [...texts, text.slice(copiedUntil)].join(''), files };
}

function nameIn(line: string): string | undefined {
  return /^begin [0-7]{3,4} (\S.{0,200})$/.exec(line)?.[1];
}

/** The decoded lines up to `end`; undefined when a line is not valid. */
function fileAt(text: string, begin: number): { lines: Buffer[]; end: number } | undefined {
  const lines: Buffer[] = [];
  for (let at = begin; at < text.length; at = endOfLine(text, at) + 1) {
    const line = lineAt(text, at);
    if (line === 'end') return { lines, end: endOfLine(text, at) };
    const bytes = decoded(line);
    if (!bytes) return undefined;
    lines.push(bytes);
  }
  return undefined;
}

/**
 * Decodes a line: one character for the number of bytes, then four characters for every three bytes. Spaces
 * at the end may be missing, because mail programs remove them.
 */
function decoded(line: string): Buffer | undefined {
  if (!/^[ -`]{1,62}$/.test(line)) return undefined;
  const length = sixBits(line, 0);
  const bytes = Buffer.alloc(Math.ceil(length / 3) * 3);
  if (line.length > 2 + (bytes.length / 3) * 4) return undefined;
  for (let group = 0; group * 3 < bytes.length; group += 1) {
    const value = [1, 2, 3, 4].reduce((sum, sign) => sum * 64 + sixBits(line, group * 4 + sign), 0);
    bytes.writeUIntBE(value, group * 3, 3);
  }
  return bytes.subarray(0, length);
}

function sixBits(line: string, at: number): number {
  return at < line.length ? (line.charCodeAt(at) - 0x20) & 0x3f : 0;
}

function lineAt(text: string, at: number): string {
  return text.slice(at, Math.min(endOfLine(text, at), at + 256));
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}
