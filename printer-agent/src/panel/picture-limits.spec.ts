import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { ListedDocument } from '@sixpence/contracts/agent/gateway';
import { pino } from 'pino';
import { Pictures } from './pictures.js';

let answers: ((byteLength?: number) => void)[];
let pictures: Pictures;

beforeEach(() => {
  answers = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(
    () =>
      new Promise((resolve) => {
        answers.push((byteLength = 1) => {
          const headers = { 'content-type': 'image/jpeg', 'content-length': `${byteLength}` };
          resolve(new Response('j', { headers }));
        });
      }),
  );
  const log = pino({ level: 'silent' });
  pictures = new Pictures({ coreUrl: 'http://core', onPicture: () => undefined, log });
});
afterEach(() => {
  jest.restoreAllMocks();
});

function documentsOf(count: number): ListedDocument[] {
  const one = () => ({ documentId: randomUUID(), revision: 1, picturePath: '/picture' }) as ListedDocument;
  return Array.from({ length: count }, one);
}

test('three pictures are fetched at a time, and a hundred in all', async () => {
  const documents = documentsOf(101);
  const fetching = pictures.fetch(documents);
  expect(answers).toHaveLength(3);
  for (let answered = 0; answered < answers.length; answered += 1) {
    answers[answered]!();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await fetching;
  expect(documents.filter((document) => pictures.nameOf(document) !== undefined)).toEqual(
    documents.slice(0, 100),
  );
});

test.each([
  [512 * 1024, true],
  [512 * 1024 + 1, false],
])('a picture of %i bytes is kept: %j', async (byteLength, isKept) => {
  const [document] = documentsOf(1);
  const fetching = pictures.fetch([document!]);
  answers[0]!(byteLength);
  await fetching;
  expect(pictures.nameOf(document!) !== undefined).toBe(isKept);
});

test('core has five seconds for a picture', async () => {
  const timeout = jest.spyOn(AbortSignal, 'timeout');
  const fetching = pictures.fetch(documentsOf(1));
  expect(timeout.mock.calls).toEqual([[5_000]]);
  answers[0]!();
  await fetching;
});
