/** A pixel is coloured when its red, green, and blue differ by more than this. */
const colorSpread = 24;
/**
 * A page holds colour when more pixels than this are coloured, in a tile whose longer side has 300 pixels.
 * Dust on a scanner causes fewer.
 */
const colorPixels = 4;
/** A page is blank when every pixel is brighter than this. */
const paperBrightness = 250;

/**
 * Tells from the tile of a page whether the page holds colour, and whether it is blank. `rgb` holds red,
 * green, and blue of each pixel of the tile. The colour decides the price of the page.
 */
export function looksOf(rgb: Uint8Array): { hasColor: boolean; isBlank: boolean } {
  let colored = 0;
  let darkest = 255;
  for (let at = 0; at + 2 < rgb.length; at += 3) {
    const red = rgb[at] ?? 0;
    const green = rgb[at + 1] ?? 0;
    const blue = rgb[at + 2] ?? 0;
    const low = Math.min(red, green, blue);
    if (Math.max(red, green, blue) - low > colorSpread) colored += 1;
    if (low < darkest) darkest = low;
  }
  return { hasColor: colored > colorPixels, isBlank: darkest > paperBrightness };
}
