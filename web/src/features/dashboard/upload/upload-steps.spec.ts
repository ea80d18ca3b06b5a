import { expect, test } from '@jest/globals';
import {
  arrived,
  isSending,
  placeholders,
  type Upload,
  type UploadNews,
  uploadsAfter,
} from './upload-steps.js';

const two: UploadNews = {
  type: 'added',
  files: [
    { id: 'u1', fileName: 'a.pdf' },
    { id: 'u2', fileName: 'b.pdf' },
  ],
};

const after = (...news: UploadNews[]) => news.reduce<readonly Upload[]>(uploadsAfter, []);

test('every picked file has a row before a byte is sent', () => {
  expect(after(two).map(({ step }) => step)).toEqual(['waiting', 'waiting']);
});

test('other actions are locked until every file is sent or dropped', () => {
  const half = after(two, { type: 'addressed', id: 'u1', orderId: 'd1' }, { type: 'sent', id: 'u1' });
  expect(isSending(half)).toBe(true);
  const dropped = uploadsAfter(half, { type: 'dropped', ids: ['u2'] });
  expect(isSending(dropped)).toBe(false);
});

test('a placeholder stays until the server lists its document', () => {
  const sent = after(two, { type: 'addressed', id: 'u1', orderId: 'd1' }, { type: 'sent', id: 'u1' });
  expect(placeholders(sent, new Set()).map(({ id }) => id)).toEqual(['u1', 'u2']);
  expect(placeholders(sent, new Set(['d1'])).map(({ id }) => id)).toEqual(['u2']);
});

test('a new address resets the progress', () => {
  const again = after(
    two,
    { type: 'addressed', id: 'u1', orderId: 'd1' },
    { type: 'progress', id: 'u1', share: 0.7 },
    { type: 'addressed', id: 'u1', orderId: 'd2' },
  );
  expect(again[0]).toMatchObject({ orderId: 'd2', share: 0 });
});

test('an upload whose document was listed does not come back when the document is deleted elsewhere', () => {
  const sent = after(two, { type: 'addressed', id: 'u1', orderId: 'd1' }, { type: 'sent', id: 'u1' });
  expect(arrived(sent, new Set())).toEqual([]);
  const later = uploadsAfter(sent, { type: 'dropped', ids: arrived(sent, new Set(['d1'])) });
  expect(placeholders(later, new Set()).map(({ id }) => id)).toEqual(['u2']);
});
