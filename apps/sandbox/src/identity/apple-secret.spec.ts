import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { isAppleSecret } from './apple-secret.js';

const issuer = 'http://127.0.0.1:3200/apple';
const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const client = { teamId: 'TEAM', keyId: 'KEY', clientId: 'sixpence', key: own.publicKey };
const now = Math.floor(Date.now() / 1_000);
const claims = { iss: 'TEAM', sub: 'sixpence', aud: issuer, iat: now, exp: now + 300 };
const header = { alg: 'ES256', kid: 'KEY' };

function secret(change: object = {}, head: object = header, key: KeyObject = own.privateKey): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part(head)}.${part({ ...claims, ...change })}`;
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

test('a client secret signed for Apple is accepted', () => {
  expect(isAppleSecret(secret(), client, issuer)).toBe(true);
});

test.each([
  ['another key', secret({}, header, other.privateKey)],
  ['the key id of another key', secret({}, { ...header, kid: 'OTHER' })],
  ['another signing algorithm', secret({}, { ...header, alg: 'none' })],
  ['another team', secret({ iss: 'OTHER' })],
  ['another client', secret({ sub: 'other' })],
  ['an audience other than Apple', secret({ aud: 'http://127.0.0.1:3200/google' })],
  ['an expiry in the past', secret({ iat: now - 600, exp: now - 300 })],
  ['an expiry in seven months', secret({ exp: now + 7 * 31 * 24 * 3_600 })],
  ['no expiry', secret({ exp: undefined })],
  ['a text that is no JWT', 'secret'],
  ['one changed character', secret().replace(/^(.{60})./, '$1~')],
])('a client secret with %s is refused', (_, text) => {
  expect(isAppleSecret(text, client, issuer)).toBe(false);
});
