import { expect, test } from '@jest/globals';
import { keptUntil } from './kept-until.js';
import { spaceLeftInWords } from './space-left.js';

const megabytes = (count: number) => count * 1024 ** 2;

test.each([
  [{ documents: 100, bytes: megabytes(500) }, undefined],
  [{ documents: 11, bytes: megabytes(101) }, undefined],
  [{ documents: 11, bytes: megabytes(100) + 1 }, undefined],
  [{ documents: 11, bytes: megabytes(100) }, '89 of 100 documents, 100 MB left.'],
  [{ documents: 10, bytes: megabytes(500) }, '90 of 100 documents, 500 MB left.'],
  [{ documents: 1, bytes: megabytes(1) }, '99 of 100 documents, 1 MB left.'],
  [{ documents: 3, bytes: megabytes(480) }, '97 of 100 documents, 480 MB left.'],
  [{ documents: 60, bytes: megabytes(99.7) }, '40 of 100 documents, 99 MB left.'],
  [{ documents: 0, bytes: megabytes(480) }, 'No room left. Delete a document to upload another.'],
  [{ documents: 60, bytes: 400_000 }, 'No room left. Delete a document to upload another.'],
])('the space left %j is shown as %j', (left, words) => {
  expect(spaceLeftInWords(left)).toBe(words);
});

test('the time until which a document is kept is shown as weekday and time', () => {
  expect(keptUntil(new Date(2026, 10, 23, 9, 5).toISOString())).toBe('Mon 09:05');
});
