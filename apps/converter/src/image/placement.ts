/** A4 in points; ISO 216 gives it in millimetres. */
const a4 = { short: (210 / 25.4) * 72, long: (297 / 25.4) * 72 };

/** A margin of a quarter of an inch, because most printers cannot reach the edge. */
const marginPoints = 18;

const pointsPerInch = 72;
/** The highest resolution of an image on its page; printers show no finer detail. */
const printDpi = 300;

/** A small image is enlarged until one pixel is one point wide, and no further. */
const maxPointsPerPixel = 1;

export interface Placement {
  page: { width: number; height: number };
  /** Where the image lies on the page, in points from its lower left corner. */
  box: { x: number; y: number; width: number; height: number };
  /** The number of pixels that the box needs. */
  pixels: { width: number; height: number };
}

/**
 * Places an upright image on one A4 page of its own orientation: centred, as large as fits, in proportion.
 */
export function placeOnA4(image: { width: number; height: number }): Placement {
  const isLandscape = image.width > image.height;
  const page = isLandscape ? { width: a4.long, height: a4.short } : { width: a4.short, height: a4.long };
  const scale = Math.min(
    (page.width - 2 * marginPoints) / image.width,
    (page.height - 2 * marginPoints) / image.height,
    maxPointsPerPixel,
  );
  const width = image.width * scale;
  const height = image.height * scale;
  const share = Math.min(1, (scale * printDpi) / pointsPerInch);
  return {
    page,
    box: { x: (page.width - width) / 2, y: (page.height - height) / 2, width, height },
    pixels: {
      width: Math.max(1, Math.round(image.width * share)),
      height: Math.max(1, Math.round(image.height * share)),
    },
  };
}
