import sharp from 'sharp';

const width = 150;
/** Smaller differences come from what another JPEG encoder makes of white. */
const noticeable = 16;
/** Smaller differences come from another way of making pictures smaller, which changes all edges. */
const striking = 48;

/**
 * How much of what is drawn on two pictures is not the same, from 0 to 1: the difference as a share of all ink. Paper
 * does not count, so a missing line is seen on an empty page as well as on a full one. Both are made small and soft
 * first, so that only what an eye would see counts; pictures of different proportions differ wholly.
 */
export async function differingInk(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all([one, other].map(small));
  if (!a || !b || a.info.height !== b.info.height) return 1;
  const [differing, ink] = [{ sum: 0 }, { sum: 0 }];
  for (const [at, value] of a.data.entries()) {
    const beside = b.data[at] ?? 0;
    count(differing, Math.abs(value - beside));
    count(ink, 255 - Math.min(value, beside));
  }
  return differing.sum === 0 ? 0 : differing.sum / ink.sum;
}

/** Which one of some pictures is most like this one, be the difference as small as that of a digit. */
export async function mostAlike(picture: Uint8Array, others: readonly Uint8Array[]): Promise<number> {
  const [pixels, ...choice] = await Promise.all([picture, ...others].map(plain));
  const distances = choice.map((other) =>
    other.length === pixels?.length
      ? pixels.reduce((sum, value, at) => sum + strikingPart(value - (other[at] ?? 0)), 0)
      : Infinity,
  );
  return distances.indexOf(Math.min(...distances));
}

function strikingPart(difference: number): number {
  return Math.max(0, Math.abs(difference) - striking);
}

function count(total: { sum: number }, value: number): void {
  if (value > noticeable) total.sum += value;
}

function small(picture: Uint8Array) {
  return sharp(picture).resize({ width }).blur(1.2).removeAlpha().raw().toBuffer({ resolveWithObject: true });
}

function plain(picture: Uint8Array): Promise<Buffer> {
  return sharp(picture).removeAlpha().raw().toBuffer();
}
