import { expect, test } from '@jest/globals';
import { hashSessionToken, newSessionToken, sessionCookie, tokenFromCookies } from './session-token.js';

const localUrl = 'http://localhost:3000';
const publicUrl = 'https://print.example.com';

test('a token is read from its cookie, also among other cookies', () => {
  const token = newSessionToken();
  expect(tokenFromCookies(`theme=dark; sixpence=${token}; x=1`, localUrl)).toBe(token);
  expect(tokenFromCookies(`__Host-sixpence=${token}`, publicUrl)).toBe(token);
});

test('over https the cookie is bound to this host and to https', () => {
  expect(sessionCookie(publicUrl, 't', 60)).toBe(
    '__Host-sixpence=t; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure',
  );
  expect(tokenFromCookies(`sixpence=${newSessionToken()}`, publicUrl)).toBeUndefined();
});

test.each([undefined, '', 'sixpence=', 'sixpence=short', `sixpence=${'a'.repeat(44)}`, 'a'.repeat(9_000)])(
  'a cookie header without a valid token counts as absent (case %#)',
  (header) => expect(tokenFromCookies(header, localUrl)).toBeUndefined(),
);

test('a token is stored as a keyed hash, which depends on the key', () => {
  const token = newSessionToken();
  const one = hashSessionToken(token, Buffer.alloc(32, 1));
  expect(one.equals(hashSessionToken(token, Buffer.alloc(32, 1)))).toBe(true);
  expect(one.equals(hashSessionToken(token, Buffer.alloc(32, 2)))).toBe(false);
});
