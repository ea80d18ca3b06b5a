import { expect, jest, test } from '@jest/globals';
import type { DocumentRow, FetchDocumentsAnswer } from '@sixpence/contracts/http/documents';
import { QueryClient } from '@tanstack/react-query';
import {
  changeOne,
  changeOptions,
  documentsKey,
  dropDocument,
  putDocument,
  putMetadata,
} from './document-cache.js';
import { unprepared } from './testing/unprepared.js';

const [essay, thesis, letter] = [unprepared(1), unprepared(2), unprepared(3)];
const options = { side: '1-Sided' as const, isColor: false };
const ready = { status: 'ready' as const, totalPages: 3, pagePreviews: ['/1', '/2', '/3'] };

function cacheWith(...documents: DocumentRow[]) {
  const queries = new QueryClient();
  queries.setQueryData<FetchDocumentsAnswer>(documentsKey, {
    documents,
    options,
    left: { documents: 97, bytes: 1_000 },
  });
  const list = () => queries.getQueryData<FetchDocumentsAnswer>(documentsKey);
  return { queries, list, refetched: jest.spyOn(queries, 'invalidateQueries') };
}

test('metadata changes only its own document, and the list is fetched again', () => {
  const { queries, list, refetched } = cacheWith(essay, thesis, letter);
  putMetadata(queries, thesis.orderId, { ...ready, fileName: thesis.fileName } as never);
  expect(list()?.documents).toEqual([essay, { ...thesis, ...ready }, letter]);
  expect(refetched.mock.calls).toEqual([[{ queryKey: documentsKey }]]);
});

test('news of the second document replaces only the second document', () => {
  const { queries, list } = cacheWith(essay, thesis, letter);
  putDocument(queries, { ...thesis, ...ready });
  expect(list()?.documents).toEqual([essay, { ...thesis, ...ready }, letter]);
});

test('an unknown document is added at the end, and the list is fetched again', () => {
  const { queries, list, refetched } = cacheWith(essay, thesis);
  putDocument(queries, letter);
  expect(list()?.documents).toEqual([essay, thesis, letter]);
  expect(refetched.mock.calls).toEqual([[{ queryKey: documentsKey }]]);
});

test('news of the second ready document is compared with the second document of the list', () => {
  const { queries, refetched } = cacheWith(
    { ...essay, ...ready, revision: 4 },
    { ...thesis, ...ready, revision: 2 },
  );
  putDocument(queries, { ...thesis, ...ready, revision: 2, isColor: true });
  expect(refetched).not.toHaveBeenCalled();
  putDocument(queries, { ...thesis, ...ready, revision: 4 });
  expect(refetched.mock.calls).toEqual([[{ queryKey: documentsKey }]]);
});

test('one document can be dropped or changed, and the others stay', () => {
  const { queries, list } = cacheWith(essay, thesis, letter);
  changeOne(queries, letter.orderId, { status: 'failed' });
  dropDocument(queries, thesis.orderId);
  expect(list()?.documents).toEqual([essay, { ...letter, status: 'failed' }]);
});

test('a choice changes every document and the default, and keeps the other choice', () => {
  const { queries, list } = cacheWith({ ...essay, isColor: true }, { ...thesis, isColor: true });
  changeOptions(queries, { side: '2-Sided' });
  expect(list()?.documents.map(({ side, isColor }) => [side, isColor])).toEqual([
    ['2-Sided', true],
    ['2-Sided', true],
  ]);
  expect(list()?.options).toEqual({ side: '2-Sided', isColor: false });
});

test('news that arrives before the list is loaded creates no list', () => {
  const queries = new QueryClient();
  putDocument(queries, essay);
  changeOptions(queries, { isColor: true });
  expect(queries.getQueryData(documentsKey)).toBeUndefined();
});
