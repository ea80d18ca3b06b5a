import { expect, test } from '@jest/globals';
import { isLoopback, isSafeAddress } from './loopback.js';

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['[::1]', true],
  ['localhost.example.com', false],
  ['my-localhost', false],
  ['127.0.0.1.example.com', false],
  ['10.127.0.0.1', false],
  ['[::2]', false],
  ['0.0.0.0', false],
])('%s is loopback: %s', (hostname, expected) => {
  expect(isLoopback(hostname)).toBe(expected);
});

test.each([
  ['https://print.example.com', true],
  ['http://localhost:3000', true],
  ['http://print.example.com', false],
  ['http://localhost@print.example.com', false],
  ['localhost', false],
  ['', false],
])('an address such as %s is safe from eavesdropping: %s', (address, expected) => {
  expect(isSafeAddress(address)).toBe(expected);
});
