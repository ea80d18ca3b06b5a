/** Lengths in bytes of a font's header, and of each row in its list of tables ([ISO 14496-22] 4.5). */
const headerBytes = 12;
const rowBytes = 16;

/**
 * Extracts one font of an OpenType collection as a file of its own: poppler always uses the first font of a
 * file.
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
    collection.copy(piece, 0, from, from + length);
    head.writeUInt32BE(end, row + 8);
    pieces.push(piece);
    end += length;
  }
  return Buffer.concat(pieces);
}
