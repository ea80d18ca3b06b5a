import { expect, test } from '@jest/globals';
import { isOwnHost } from './own-host.js';

test.each(['localhost', 'localhost:3001', 'LOCALHOST:1', '127.0.0.1:3001', '[::1]:3001'])(
  '%s names this machine',
  (host) => expect(isOwnHost(host)).toBe(true),
);

test.each([
  undefined,
  '',
  'print.example.com',
  'localhost.example.com:3001',
  '127.0.0.1.example.com',
  'example.com@localhost',
  'localhost:3001@example.com',
  '10.0.0.1:3001',
  '::1',
])('%s does not name this machine', (host) => expect(isOwnHost(host)).toBe(false));
