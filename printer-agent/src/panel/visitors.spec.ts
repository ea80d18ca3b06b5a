import { expect, test } from '@jest/globals';
import { isOwnHost, isOwnPage } from './visitors.js';

test.each([
  ['localhost:3100', true],
  ['127.0.0.1:3100', true],
  ['[::1]:3100', true],
  ['localhost:3000', false],
  ['localhost', false],
  ['printers.example.com:3100', false],
  ['localhost.example.com:3100', false],
  ['127.0.0.1:3100@example.com', false],
  ['', false],
  ['%', false],
  [undefined, false],
])('host %s: %s', (host, own) => {
  expect(isOwnHost({ host }, 3100)).toBe(own);
});

test.each([
  ['http://localhost:3100', true],
  ['http://127.0.0.1:3100', false],
  ['https://localhost:3100', false],
  ['http://example.com', false],
  ['null', false],
  [undefined, false],
])('a socket from %s: %s', (origin, own) => {
  expect(isOwnPage({ host: 'localhost:3100', origin })).toBe(own);
});
