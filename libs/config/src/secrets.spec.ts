import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { isWeakSecret, isWeakToken } from './secrets.js';

describe('a secret that a person made up is weak:', () => {
  test.each([
    ['digits over and over', Buffer.from('01234567890123456789012345678901')],
    ['digits backwards', Buffer.from('10987654321098765432109876543210')],
    ['zeros', Buffer.alloc(32)],
    [
      'the same eight bytes, four times',
      Buffer.concat(Array<Buffer>(4).fill(Buffer.from('91c3f70ae2445b8d', 'hex'))),
    ],
    ['bytes that count up', Buffer.from(Array.from({ length: 32 }, (_, index) => index))],
    [
      'bytes that count down by three',
      Buffer.from(Array.from({ length: 32 }, (_, index) => 250 - 3 * index)),
    ],
    [
      'only eight different byte values, in random order',
      Buffer.from('bf9f8783ff87bf87ffbf8fc58f83bfff9fbf838f83818f9fffc5839f9f8f8781', 'hex'),
    ],
    ['a sentence', Buffer.from('Nobody will ever guess this one!')],
  ])('%s', (_, secret) => {
    expect(secret).toHaveLength(32);
    expect(isWeakSecret(secret)).toBe(true);
  });

  test('the same eight bytes, twice', () => {
    expect(isWeakSecret(Buffer.from('91c3f70ae2445b8d91c3f70ae2445b8d', 'hex'))).toBe(true);
  });

  test.each([
    'replace-this-with-a-long-random-token',
    'x'.repeat(40),
    'abababababababababababababababababababab',
    '0123456789abcdef0123456789abcdef0123456789abcdef',
    'Correct-Horse-Battery-Staple-And-Then-Some-More',
    'correcthorsebatterystapleandthensomemore',
    'ThisIsTheServiceTokenOfOurService2026',
    '00000000000000000000000000000000000000000000000000000000',
  ])('%s', (token) => expect(isWeakToken(token)).toBe(true));
});

test('random bytes and hexadecimal tokens are not weak, and few random base64 tokens are', () => {
  let weakTokens = 0;
  for (let seed = 0; seed < 5_000; seed += 1) {
    // Deterministic bytes, as good as random.
    const bytes = createHash('sha256').update(String(seed)).digest();
    expect([isWeakSecret(bytes), isWeakToken(bytes.toString('hex'))]).toEqual([false, false]);
    expect(isWeakToken(bytes.toString('hex', 16))).toBe(false);
    expect(isWeakToken(bytes.toString('hex').toUpperCase())).toBe(false);
    for (const kind of ['base64', 'base64url'] as const)
      weakTokens += Number(isWeakToken(bytes.toString(kind)));
  }
  expect(weakTokens).toBeLessThan(5);
});
