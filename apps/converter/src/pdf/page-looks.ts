/** Colour shows when red, green, and blue of a pixel differ by more than this, */
const colorSpread = 24;
/** in more than this many pixels of a page 300 pixels high: what dust and scanners add is less. */
const colorPixels = 4;
/** Paper that is brighter than this everywhere carries nothing. */
const paperBrightness = 250;

/**
 * Whether a page holds colour, and whether it holds anything, from its pixels at tile size (red, green, blue).
 * What this says about colour is what a person pays for.
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
