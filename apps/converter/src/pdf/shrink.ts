/** A picture of a quarter of the width and height, with three bytes a pixel (red, green, blue). */
export interface Shrunk {
  width: number;
  height: number;
  pixels: Uint8Array<ArrayBuffer>;
}

const shrinkBy = 4;

/**
 * Averages each block of four by four pixels. That is enough for a tile and for the checks of blank paper and
 * colour, and several times faster than a general filter. Red and blue are summed in one number: sixteen
 * bytes do not overflow into each other.
 */
export function shrink(rgba: Uint8Array, { width, height }: { width: number; height: number }): Shrunk {
  const source = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height);
  const small = { width: blocks(width), height: blocks(height) };
  const pixels = new Uint8Array(small.width * small.height * 3);
  let to = 0;
  for (let row = 0; row < small.height; row += 1) {
    const lastRow = Math.min(height, (row + 1) * shrinkBy);
    for (let column = 0; column < small.width; column += 1) {
      const lastColumn = Math.min(width, (column + 1) * shrinkBy);
      let redAndBlue = 0;
      let green = 0;
      for (let y = row * shrinkBy; y < lastRow; y += 1) {
        for (let at = y * width + column * shrinkBy; at < y * width + lastColumn; at += 1) {
          const pixel = source[at] ?? 0;
          redAndBlue += pixel & 0xff00ff;
          green += (pixel >>> 8) & 0xff;
        }
      }
      const count = (lastRow - row * shrinkBy) * (lastColumn - column * shrinkBy);
      pixels[to] = (redAndBlue & 0xffff) / count;
      pixels[to + 1] = green / count;
      pixels[to + 2] = (redAndBlue >>> 16) / count;
      to += 3;
    }
  }
  return { ...small, pixels };
}

/** The number of blocks; an edge of less than half a block is dropped. */
function blocks(length: number): number {
  return Math.max(1, Math.round(length / shrinkBy));
}
