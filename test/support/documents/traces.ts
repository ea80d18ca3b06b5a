import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The files below these paths that contain one of these pieces of plain text. */
export function tracesOf(pieces: readonly Buffer[], roots: readonly string[]): string[] {
  return roots.flatMap(filesBelow).filter((path) => {
    const bytes = contentOf(path);
    return pieces.some((piece) => bytes.includes(piece));
  });
}

/** The files of a folder at this moment; empty for a removed folder. */
export function filesBelow(root: string): string[] {
  return unlessGone(() => {
    if (!statSync(root).isDirectory()) return [root];
    return readdirSync(root, { withFileTypes: true }).flatMap((entry) => {
      const path = join(root, entry.name);
      if (entry.isDirectory()) return filesBelow(path);
      return entry.isFile() ? [path] : [];
    });
  }, []);
}

/** A file that was removed meanwhile counts as empty. */
function contentOf(path: string): Buffer {
  return unlessGone(() => readFileSync(path), Buffer.alloc(0));
}

function unlessGone<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    // /proc answers ESRCH for a process that has ended.
    const isGone = ['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '');
    if (!isGone) throw error;
    return otherwise;
  }
}

/** Pieces from all over a file, each too long to occur elsewhere by chance. */
export function piecesOf(bytes: Buffer): Buffer[] {
  const length = 24;
  const starts = Array.from({ length: 40 }, (_, step) => Math.floor((step * (bytes.length - length)) / 40));
  return [...new Set(starts)].map((start) => bytes.subarray(start, start + length)).filter(isTelling);
}

/** A run of one byte, such as the white of a page, proves nothing. */
function isTelling(piece: Buffer): boolean {
  return new Set(piece).size > 8;
}
