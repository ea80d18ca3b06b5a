import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { hashInviteCode, hashPanelLink, newInviteCode, readPublicKey } from './invite-code.js';

const secret = Buffer.alloc(32, 1);
const code = '01234567-89abcdef-01234567-89abcdef-01234567';

describe('an invite', () => {
  test('is five groups of eight hexadecimal digits, and differs each time', () => {
    const codes = Array.from({ length: 20 }, newInviteCode);
    for (const newCode of codes) expect(newCode).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{8}){4}$/);
    expect(new Set(codes).size).toBe(20);
  });

  test.each([code.toUpperCase(), code.replaceAll('-', ''), ` ${code}\n`])(
    'typed as %j has the same hash',
    (typed) => {
      expect(hashInviteCode(typed, secret)).toEqual(hashInviteCode(code, secret));
    },
  );

  test('has another hash with another digit or secret, and as the code of a panel link', () => {
    const others = [
      hashInviteCode(code.replace('7', '8'), secret),
      hashInviteCode(code, Buffer.alloc(32, 2)),
      hashPanelLink(code, secret),
      hashPanelLink(code, Buffer.alloc(32, 2)),
      hashPanelLink(code.toUpperCase(), secret),
    ].map((hash) => hash.toString('hex'));
    expect(new Set([...others, hashInviteCode(code, secret).toString('hex')]).size).toBe(6);
  });
});

describe('the public key of a box', () => {
  const der = (key: KeyObject) => key.export({ format: 'der', type: 'spki' });

  test('is read if it is an Ed25519 key', () => {
    const key = der(generateKeyPairSync('ed25519').publicKey);
    expect(readPublicKey(key.toString('base64'))).toEqual(key);
  });

  test.each([
    ['a key of another kind', der(generateKeyPairSync('x25519').publicKey).toString('base64')],
    ['a text that is no key', 'bm8ga2V5'],
    ['an empty text', ''],
  ])('is not read from %s', (_, text) => {
    expect(readPublicKey(text)).toBeUndefined();
  });
});
