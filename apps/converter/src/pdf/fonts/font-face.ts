/** Lengths in bytes of the header of a font, and of each row in the list of its tables ([ISO 14496-22] 4.5). */
const headerBytes = 12;
const rowBytes = 16;

/**
 * One font out of a file that holds several (an OpenType font collection), as a file of its own: the program that draws
 * takes the first font of a file, whichever it asked for.
 */
export function faceOf(collection: Buffer, index: number): Buffer {
  const start = collection.readUInt32BE(headerBytes + 4 * index);
  const tables = collection.readUInt16BE(start + 4);
  const head = Buffer.from(collection.subarray(start, start + headerBytes + rowBytes * tables));
  const pieces = [head];
  let end = head.length;
  for (let row = headerBytes; row < head.length; row += rowBytes) {
    const from = head.readUInt32BE(row + 8);
    // Each table begins at a multiple of four bytes.
    const length = (head.readUInt32BE(row + 12) + 3) & ~3;
    const piece = Buffer.alloc(length);
    collection.copy(piece, 0, from, Math.min(from + length, collection.length));
    head.writeUInt32BE(end, row + 8);
    pieces.push(piece);
    end += length;
  }
  return Buffer.concat(pieces);
}
