import { expect, test } from '@jest/globals';
import { addressOf } from './call.js';

const asked = { id: 'a/b c', size: 'tile', page: 2, cursor: undefined };

test('what is asked by GET stands in the path that names it, and else in the query, without what is not given', () => {
  expect(addressOf({ method: 'GET', path: '/documents/:id/pages/:page' }, asked)).toBe(
    '/documents/a%2Fb%20c/pages/2?size=tile',
  );
  expect(addressOf({ method: 'GET', path: '/documents' }, { size: 'a&b', page: 0 })).toBe(
    '/documents?size=a%26b&page=0',
  );
});

test('an address of which nothing is asked has no query', () => {
  expect(addressOf({ method: 'GET', path: '/documents' })).toBe('/documents');
  expect(addressOf({ method: 'GET', path: '/documents/:id' }, { id: 'a', cursor: undefined })).toBe(
    '/documents/a',
  );
});

test('what is asked by another method belongs in the body, but for what the path names', () => {
  expect(addressOf({ method: 'POST', path: '/documents/:id' }, asked)).toBe('/documents/a%2Fb%20c');
});
