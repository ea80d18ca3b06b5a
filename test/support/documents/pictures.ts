import sharp from 'sharp';

const width = 150;
/** Smaller differences are noise: JPEG encoders do not reproduce white exactly. */
const noticeable = 16;
/** Smaller differences come from other scaling methods, which change all edges. */
const striking = 48;

/**
 * The difference of two pictures as a share of all ink, from 0 to 1. Paper does not count, so a missing line
 * counts the same on an empty page and on a full one. Both pictures are scaled down and blurred first, so
 * that only visible differences count; pictures of different proportions differ wholly.
 */
export async function differingInk(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all([one, other].map(smallPixels));
  if (!a || !b || a.info.height !== b.info.height) return 1;
  let differing = 0;
  let ink = 0;
  for (let at = 0; at < a.data.length; at += 1) {
    const [value, otherValue] = [a.data[at]!, b.data[at]!];
    differing += noticeablePart(Math.abs(value - otherValue));
    ink += noticeablePart(255 - Math.min(value, otherValue));
  }
  return differing === 0 ? 0 : differing / ink;
}

/**
 * The index of the picture that is most similar, even if the pages differ only in one printed digit, such as
 * the page number.
 */
export async function mostAlike(picture: Uint8Array, others: readonly Uint8Array[]): Promise<number> {
  const [pixels, ...choice] = await Promise.all([picture, ...others].map(pixelsOf));
  const distances = choice.map((other) => (pixels ? strikingDifference(pixels, other) : Infinity));
  return distances.indexOf(Math.min(...distances));
}

/** A plain loop for speed: it reads every byte of every page. */
function strikingDifference(one: Uint8Array, other: Uint8Array): number {
  if (one.length !== other.length) return Infinity;
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) {
    const difference = Math.abs(one[at]! - other[at]!);
    if (difference > striking) sum += difference - striking;
  }
  return sum;
}

function noticeablePart(value: number): number {
  return value > noticeable ? value : 0;
}

function smallPixels(picture: Uint8Array) {
  return sharp(picture).resize({ width }).blur(1.2).removeAlpha().raw().toBuffer({ resolveWithObject: true });
}

function pixelsOf(picture: Uint8Array): Promise<Buffer> {
  return sharp(picture).removeAlpha().raw().toBuffer();
}

/** A picture of two megapixels that compresses as badly as a photo. */
export async function aPhoto(format: 'png' | 'jpeg'): Promise<Buffer> {
  const create = { width: 1_600, height: 1_200, channels: 3 as const, background: '#888' };
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  return sharp({ create: { ...create, noise } })
    .blur(2)
    .toFormat(format)
    .toBuffer();
}
