import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import {
  browserCookie,
  browserFromCookies,
  flowSecretsOf,
  hashBrowser,
  hashState,
  newBrowser,
} from './browser.js';

const publicUrl = 'https://print.example.com';
const [key, otherKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

test('a browser is recognised by its cookie', () => {
  const browser = newBrowser();
  expect(newBrowser()).not.toBe(browser);
  const cookie = browserCookie(publicUrl, browser, 60);
  expect(cookie).toBe(
    `__Host-sixpence-social=${browser}; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure`,
  );
  expect(browserFromCookies(cookie.split(';')[0], publicUrl)).toBe(browser);
  expect(browserFromCookies(`__Host-sixpence-social=${browser}x`, publicUrl)).toBeUndefined();
});

test('browser and state are stored as keyed hashes, which differ from each other', () => {
  const hashes = [
    hashBrowser('a', key),
    hashBrowser('b', key),
    hashBrowser('a', otherKey),
    hashState('a', key),
    hashState('b', key),
    hashState('a', otherKey),
  ].map((hash) => hash.toString('hex'));
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(hashBrowser('a', key).toString('hex')).toBe(hashes[0]);
});

test('each browser, state, and key has flow secrets of its own', () => {
  const own = flowSecretsOf('browser', 'state', key);
  expect(flowSecretsOf('browser', 'state', key)).toEqual(own);
  expect(own.challenge).toBe(createHash('sha256').update(own.verifier).digest('base64url'));
  const others = [
    flowSecretsOf('other', 'state', key),
    flowSecretsOf('browser', 'other', key),
    flowSecretsOf('browser', 'state', otherKey),
  ];
  const secrets = [own, ...others].flatMap(({ verifier, nonce }) => [verifier, nonce]);
  expect(new Set(secrets).size).toBe(8);
});
