import { describe, expect, test } from '@jest/globals';
import { Answers } from './answers.js';
import type { Message } from './fence/messages.js';
import { limits } from './limits.js';
import { Unconvertible } from './unconvertible.js';

const conversion = {
  fileName: 'essay.pdf',
  conversionId: 'c',
  source: '/source',
  normalised: '/normalised',
  images: '/images',
};
const pdf = Buffer.from('a normalised PDF');

const normalised = (pageCount: number): Message => ({ type: 'normalised', pageCount });
/** Pages differ in their width and in their images: a tile of four bytes and a larger image of six. */
const page = (number: number): Message => ({
  type: 'page',
  page: number,
  facts: { widthPoints: 100 + number, heightPoints: 842, hasColor: false, isBlank: false },
  tileBytes: 4,
});
const imagesOf = (number: number) => Buffer.from(`til${number}image${number}`);

/** The files that a converter has stored at core. */
class Stored {
  normalised = '';
  images = '';
  readonly answers = new Answers(
    {
      writeNormalised: (_conversion, bytes) => {
        this.normalised = Buffer.from(bytes).toString();
        return Promise.resolve();
      },
      writeImages: (_conversion, images) => {
        this.images = Buffer.concat(images).toString();
        return Promise.resolve();
      },
    },
    conversion,
  );
}

test('pages are stored with their images in page order', async () => {
  const stored = new Stored();
  stored.answers.receive(normalised(3), pdf);
  for (const number of [1, 2, 3]) stored.answers.receive(page(number), imagesOf(number));
  const { pages, byteLength } = await stored.answers.stored();
  expect(pages.map(({ widthPoints, tileBytes, imageBytes }) => [widthPoints, tileBytes, imageBytes])).toEqual(
    [
      [101, 4, 6],
      [102, 4, 6],
      [103, 4, 6],
    ],
  );
  expect(byteLength).toBe(pdf.length);
  expect(stored.normalised).toBe(pdf.toString());
  expect(stored.images).toBe('til1image1til2image2til3image3');
});

test.each(['writeNormalised', 'writeImages'] as const)(
  'a failed %s fails the document, although the other upload succeeds',
  async (failing) => {
    const well = () => Promise.resolve();
    const core = { writeNormalised: well, writeImages: well };
    const answers = new Answers({ ...core, [failing]: () => Promise.reject(new Error(failing)) }, conversion);
    answers.receive(normalised(1), pdf);
    answers.receive(page(1), imagesOf(1));
    await expect(answers.stored()).rejects.toThrow(failing);
  },
);

test.each(['writeNormalised', 'writeImages'] as const)(
  'a failed %s is reported only after the other upload has ended',
  async (failing) => {
    let end: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (end = resolve));
    const core = { writeNormalised: () => slow, writeImages: () => slow };
    const answers = new Answers({ ...core, [failing]: () => Promise.reject(new Error(failing)) }, conversion);
    answers.receive(normalised(1), pdf);
    answers.receive(page(1), imagesOf(1));
    let isReported = false;
    const reported = answers.stored().catch((error: unknown) => {
      isReported = true;
      return error;
    });
    await new Promise(setImmediate);
    expect(isReported).toBe(false);
    end();
    expect(await reported).toEqual(new Error(failing));
  },
);

test('a document and the images of a page may have the maximum size, and not a byte more', () => {
  const ofBytes = (length: number) => ({ length }) as Buffer;
  const well = () => Promise.resolve();
  const answers = new Answers({ writeNormalised: well, writeImages: well }, conversion);
  expect(() => answers.receive(normalised(2), ofBytes(limits.normalisedBytes + 1))).toThrow(
    new Unconvertible('too-large'),
  );
  answers.receive(normalised(2), ofBytes(limits.normalisedBytes));
  answers.receive(page(1), ofBytes(limits.previewBytes));
  expect(() => answers.receive(page(2), ofBytes(limits.previewBytes + 1))).toThrow(
    new Unconvertible('damaged'),
  );
});

describe('an answer that breaks the protocol fails the document as damaged:', () => {
  type Step = [message: Message, bytes: Buffer];
  const begun: Step = [normalised(2), pdf];
  const first: Step = [page(1), imagesOf(1)];
  const second: Step = [page(2), imagesOf(2)];

  test.each<[string, Step[], Step]>([
    ['a page before the document', [], first],
    ['the second page first', [begun], second],
    ['a page twice', [begun, first], first],
    ['one page too many', [begun, first, second], [page(3), imagesOf(3)]],
    ['the document twice', [begun], begun],
    ['a page without its larger image', [begun], [page(1), Buffer.from('tile')]],
    ['images too large to be of a page', [begun], [page(1), Buffer.alloc(limits.previewBytes + 1)]],
    ['an end before the document', [], [{ type: 'done' }, Buffer.alloc(0)]],
    ['an end instead of a page', [begun], [{ type: 'done' }, Buffer.alloc(0)]],
    ['an end instead of the last page', [begun, first], [{ type: 'done' }, Buffer.alloc(0)]],
  ])('%s', (_what, before, wrong) => {
    const { answers } = new Stored();
    for (const step of before) answers.receive(...step);
    expect(() => answers.receive(...wrong)).toThrow(new Unconvertible('damaged'));
  });
});
