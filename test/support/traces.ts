import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of the files below these places that hold one of these pieces of plain text. */
export function tracesOf(pieces: readonly Buffer[], places: readonly string[]): string[] {
  return places.flatMap(filesBelow).filter((path) => {
    const bytes = contentOf(path);
    return pieces.some((piece) => bytes.includes(piece));
  });
}

export function filesBelow(place: string): string[] {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** A file that went while we looked holds nothing any more. */
function contentOf(path: string): Buffer {
  return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
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
