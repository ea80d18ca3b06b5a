import { hkdfSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { deriveKey } from './derive-key.js';

const secret = Buffer.alloc(32, 1);

test('a key of 32 bytes is derived from secret and purpose, and stays the same across versions', () => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'sixpence:session', 32));
  expect(deriveKey(secret, 'session')).toEqual(key);
  expect(deriveKey(Buffer.from(secret), 'session')).toEqual(key);
});

test('another purpose or another secret gives another key, also after the first key was derived', () => {
  const keys = [
    deriveKey(secret, 'session'),
    deriveKey(secret, 'device'),
    deriveKey(Buffer.alloc(32, 2), 'session'),
  ];
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(3);
  expect(deriveKey(secret, 'session')).toEqual(keys[0]);
});
