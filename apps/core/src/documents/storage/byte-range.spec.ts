import { expect, test } from '@jest/globals';
import { rangeOf } from './byte-range.js';

test.each([
  [undefined, undefined],
  ['bytes=0-0', { start: 0, end: 1 }],
  ['bytes=10-19', { start: 10, end: 20 }],
  ['bytes=90-', { start: 90, end: 100 }],
  ['bytes=90-400', { start: 90, end: 100 }],
  ['bytes=-10', { start: 90, end: 100 }],
  ['bytes=-400', { start: 0, end: 100 }],
  ['bytes=100-', 'beyond'],
  ['bytes=-0', 'beyond'],
  ['bytes=20-10', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
  ['pages=1-2', undefined],
  ['bytes=a-b', undefined],
])('the range %s of a hundred bytes is %j', (header, range) => {
  expect(rangeOf(header, 100)).toEqual(range);
});
