import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of the files below these folders that hold one of these pieces of plain text. */
export function tracesOf(pieces: readonly Buffer[], folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    filesBelow(folder).filter((path) => {
      const bytes = readFileSync(path);
      return pieces.some((piece) => bytes.includes(piece));
    }),
  );
}

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Pieces from all over a file, each long enough that it is nowhere by chance. */
export function piecesOf(bytes: Buffer): Buffer[] {
  const length = 24;
  const starts = Array.from({ length: 40 }, (_, step) => Math.floor((step * (bytes.length - length)) / 40));
  return [...new Set(starts)].map((start) => bytes.subarray(start, start + length)).filter(isTelling);
}

/** A run of one byte, such as the white of a page, tells nothing. */
function isTelling(piece: Buffer): boolean {
  return new Set(piece).size > 8;
}
