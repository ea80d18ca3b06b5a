import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import {
  browserCookie,
  browserFromCookies,
  checksOf,
  hashBrowser,
  hashState,
  newBrowser,
} from './browser.js';

const world = 'https://print.example.com';
const [key, otherKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

test('a browser is known by its cookie', () => {
  const browser = newBrowser();
  expect(newBrowser()).not.toBe(browser);
  const cookie = browserCookie(world, browser, 60);
  expect(cookie).toBe(
    `__Host-sixpence-social=${browser}; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure`,
  );
  expect(browserFromCookies(cookie.split(';')[0], world)).toBe(browser);
  expect(browserFromCookies(`__Host-sixpence-social=${browser}x`, world)).toBeUndefined();
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

test('each browser, state, and key has checks of its own', () => {
  const checks = checksOf('browser', 'state', key);
  expect(checksOf('browser', 'state', key)).toEqual(checks);
  expect(checks.challenge).toBe(createHash('sha256').update(checks.verifier).digest('base64url'));
  const others = [
    checksOf('other', 'state', key),
    checksOf('browser', 'other', key),
    checksOf('browser', 'state', otherKey),
  ];
  const secrets = [checks, ...others].flatMap(({ verifier, nonce }) => [verifier, nonce]);
  expect(new Set(secrets).size).toBe(8);
});
