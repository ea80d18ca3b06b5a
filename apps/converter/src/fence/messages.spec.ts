import { expect, test } from '@jest/globals';
import { limits } from '../limits.js';
import { message } from './messages.js';

const facts = { widthPoints: 595, heightPoints: 842, hasColor: false, isBlank: false };
const page = { type: 'page', page: 1, facts, tileBytes: 1 };

test.each<[boolean, unknown]>([
  [true, { type: 'ready' }],
  [true, { type: 'done' }],
  [true, { type: 'gave-up' }],
  [true, { type: 'missing-program' }],
  [true, { type: 'office', filter: 'writer8' }],
  [false, { type: 'office', filter: 'Text' }],
  [true, { type: 'failed', reason: 'damaged' }],
  [false, { type: 'failed', reason: 'bad luck' }],
  [true, { type: 'normalised', pageCount: 1 }],
  [true, { type: 'normalised', pageCount: limits.pages }],
  [false, { type: 'normalised', pageCount: 0 }],
  [false, { type: 'normalised', pageCount: limits.pages + 1 }],
  [false, { type: 'normalised', pageCount: 1.5 }],
  [true, page],
  [true, { ...page, page: limits.pages, tileBytes: limits.previewBytes }],
  [false, { ...page, page: 0 }],
  [false, { ...page, page: limits.pages + 1 }],
  [false, { ...page, tileBytes: 0 }],
  [false, { ...page, tileBytes: limits.previewBytes + 1 }],
  [false, { ...page, facts: { ...facts, hasColor: 'red' } }],
  [false, { type: 'other' }],
])('whether a process behind the fence may send this: %s, %j', (isValid, sent) => {
  expect(message.safeParse(sent).success).toBe(isValid);
});
