import { randomUUID } from 'node:crypto';
import { beforeEach, expect, jest, test } from '@jest/globals';
import type { ListedDocument } from '@sixpence/contracts/agent/gateway';
import { pino } from 'pino';
import { Pictures } from './pictures.js';

let answers: ((byteLength?: number, type?: string, status?: number) => void)[];
let requests: RequestInit[];
let drawn: number;
let pictures: Pictures;

beforeEach(() => {
  [answers, requests] = [[], []];
  drawn = 0;
  jest.spyOn(globalThis, 'fetch').mockImplementation(
    (_, init = {}) =>
      new Promise((resolve) => {
        requests.push(init);
        answers.push((byteLength = 1, type = 'image/jpeg', status = 200) => {
          const headers = { 'content-type': type, 'content-length': `${byteLength}` };
          resolve(new Response('j', { headers, status }));
        });
      }),
  );
  const log = pino({ level: 'silent' });
  pictures = new Pictures({ coreUrl: 'http://core', onPicture: () => (drawn += 1), log });
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

test.each([
  ['has another type', 1, 'text/html', 200],
  ['is an error', 1, 'image/jpeg', 503],
  ['has no length', 0, 'image/jpeg', 200],
])(
  'when an answer %s, nothing is drawn, and the picture is fetched again with the next list',
  async (_, ...answer) => {
    const [document] = documentsOf(1);
    const fetching = pictures.fetch([document!]);
    answers[0]!(...answer);
    await fetching;
    expect([pictures.nameOf(document!), drawn]).toEqual([undefined, 0]);
    const secondFetch = pictures.fetch([document!]);
    answers[1]!();
    await secondFetch;
    expect([pictures.nameOf(document!) !== undefined, drawn]).toEqual([true, 1]);
  },
);

test('a picture is fetched once for each revision, without redirects, and discarded with its document', async () => {
  const [document] = documentsOf(1);
  const revised = { ...document!, revision: 2 };
  const lists = [[document!], [document!], [revised], [revised, document!]];
  const times: number[] = [];
  for (const list of lists) {
    const fetching = pictures.fetch(list);
    for (const answer of answers.splice(0)) answer();
    await fetching;
    times.push(requests.length);
  }
  expect(times).toEqual([1, 1, 2, 3]);
  expect(requests[0]?.redirect).toBe('error');
});

test('pictures of a session are removed with it, also one that arrives afterwards', async () => {
  const [first, second] = documentsOf(2);
  pictures.keepFor('session');
  const fetching = pictures.fetch([first!, second!]);
  answers[0]!();
  await new Promise((resolve) => setImmediate(resolve));
  const name = pictures.nameOf(first!)!;
  expect(pictures.findPicture(name)).toBeDefined();
  pictures.keepFor('session');
  expect(pictures.findPicture(name)).toBeDefined();
  pictures.keepFor('another session');
  answers[1]!();
  await fetching;
  expect([pictures.findPicture(name), pictures.nameOf(second!), drawn]).toEqual([undefined, undefined, 1]);
});
