import { expect, test } from '@jest/globals';
import { fileTypes } from '@sixpence/contracts/file-types';
import type { OpenedPdf } from '../pdf/renderer.js';
import { sharp } from '../sharp.js';
import { convert } from './convert.js';
import type { Message } from './messages.js';

/** A renderer that finds this many pages, each of grey pixels. */
const finding = (pageCount: number) => ({
  open: (): Promise<OpenedPdf> => {
    const pixels = () => new Uint8Array(16 * 16 * 4).fill(128);
    const page = { widthPoints: 595.28, heightPoints: 841.89, width: 16, height: 16 };
    const render = () => Promise.resolve({ ...page, pixels: pixels() });
    return Promise.resolve({ pageCount, render, close: () => undefined });
  },
});

async function answersTo(mediaType: string, bytes: Buffer, pageCount: number) {
  const answers: { message: Message; parts: Uint8Array[] }[] = [];
  const outside = {
    say: (message: Message, ...parts: Uint8Array[]) => {
      answers.push({ message, parts });
      return Promise.resolve();
    },
    fromOffice: () => Promise.reject(new Error('LibreOffice is not asked')),
  };
  await convert({ mediaType, bytes }, finding(pageCount), outside);
  return answers;
}

const [png] = fileTypes.png.mediaTypes;
const picture = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
    .png()
    .toBuffer();

test('the normalised PDF comes first, then each page with its tile and its larger image', async () => {
  const [first, page, ...others] = await answersTo(png, await picture(), 1);
  expect(first?.message).toEqual({ type: 'normalised', pageCount: 1 });
  expect(Buffer.from(first!.parts[0]!).subarray(0, 5).toString()).toBe('%PDF-');
  const facts = { widthPoints: 595.28, heightPoints: 841.89, hasColor: false, isBlank: false };
  const [tile, image] = page!.parts;
  expect(page?.message).toEqual({ type: 'page', page: 1, facts, tileBytes: tile?.length });
  expect(await sharp(tile).metadata()).toMatchObject({ width: 4, height: 4 });
  expect(await sharp(image).metadata()).toMatchObject({ width: 16, height: 16 });
  expect(others).toEqual([]);
});

test('a PDF in which pdfium finds another number of pages is damaged', async () => {
  await expect(answersTo(png, await picture(), 2)).rejects.toMatchObject({ reason: 'damaged' });
});

test('bytes of an unknown type are refused', async () => {
  await expect(answersTo('text/html', await picture(), 1)).rejects.toMatchObject({ reason: 'type-mismatch' });
});
