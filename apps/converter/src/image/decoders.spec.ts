import { expect, test } from '@jest/globals';
import { limits } from '../limits.js';
import { sharp } from '../sharp.js';
import { decoders } from './decoders.js';

/** A TIFF of this many sheets, each of one grey pixel, the next one darker. */
const sheets = (count: number) =>
  sharp(Buffer.from(Array.from({ length: count }, (_, page) => 255 - (page % 256))), {
    raw: { width: 1, height: count, channels: 1, pageHeight: 1 },
  })
    .tiff({ compression: 'none' })
    .toBuffer();

test('a TIFF has a picture for each of its sheets, in order', async () => {
  const tones: number[] = [];
  for await (const sheet of decoders.sheets(await sheets(3)))
    tones.push((await sheet.raw().toBuffer())[0] ?? 0);
  expect(tones).toEqual([255, 254, 253]);
});

test('a TIFF of 500 sheets is opened, and one of more is refused before its first picture', async () => {
  const first = async (count: number) => {
    for await (const sheet of decoders.sheets(await sheets(count))) return sheet.metadata();
    return undefined;
  };
  expect(await first(limits.pages)).toMatchObject({ width: 1, height: 1 });
  await expect(first(limits.pages + 1)).rejects.toMatchObject({ reason: 'too-many-pages' });
});
