import { expect, test } from '@jest/globals';
import { addressOf } from './call.js';

const parameters = { id: 'a/b c', size: 'tile', page: 2, cursor: undefined };

test('parameters of a GET are in the path if it names them, otherwise in the query, without undefined ones', () => {
  expect(addressOf({ method: 'GET', path: '/documents/:id/pages/:page' }, parameters)).toBe(
    '/documents/a%2Fb%20c/pages/2?size=tile',
  );
  expect(addressOf({ method: 'GET', path: '/documents' }, { size: 'a&b', page: 0 })).toBe(
    '/documents?size=a%26b&page=0',
  );
});

test('an address without parameters has no query', () => {
  expect(addressOf({ method: 'GET', path: '/documents' })).toBe('/documents');
  expect(addressOf({ method: 'GET', path: '/documents/:id' }, { id: 'a', cursor: undefined })).toBe(
    '/documents/a',
  );
});

test('parameters of a POST are in the path only if it names them', () => {
  expect(addressOf({ method: 'POST', path: '/documents/:id' }, parameters)).toBe('/documents/a%2Fb%20c');
});
