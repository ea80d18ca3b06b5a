import sharp from 'sharp';

const width = 150;
const noticeable = 48;

/**
 * How much of a picture looks otherwise in another one, from 0 to 1. Both are made small and soft first, so that only
 * what an eye would see counts; pictures of different proportions differ wholly.
 */
export async function differingShare(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all([one, other].map(small));
  if (!a || !b || a.info.height !== b.info.height) return 1;
  let differing = 0;
  for (let at = 0; at < a.data.length; at += 1) {
    if (Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0)) > noticeable) differing += 1;
  }
  return differing / a.data.length;
}

function small(picture: Uint8Array) {
  return sharp(picture).resize({ width }).blur(0.7).removeAlpha().raw().toBuffer({ resolveWithObject: true });
}
