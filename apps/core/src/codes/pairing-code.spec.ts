import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { isSixDigits } from '../platform/keys/six-digits.js';
import { pairingCode } from './pairing-code.js';

const secret = Buffer.alloc(32, 1);

test('a pairing code depends on request, turn, and secret only', () => {
  const requestId = randomUUID();
  const code = pairingCode(requestId, 0, secret);
  expect(isSixDigits(code)).toBe(true);
  expect(pairingCode(requestId, 0, secret)).toBe(code);
  const turns = Array.from({ length: 20 }, (_, turn) => pairingCode(requestId, turn, secret));
  expect(new Set(turns).size).toBeGreaterThan(18);
  const others = Array.from({ length: 20 }, (_, turn) => pairingCode(requestId, turn, Buffer.alloc(32, 2)));
  expect(others).not.toEqual(turns);
});

test('pairing codes are evenly distributed', () => {
  const drawn = Array.from({ length: 5_000 }, () => pairingCode(randomUUID(), 0, secret));
  for (const digit of '0123456789') {
    expect(drawn.filter((code) => code.startsWith(digit)).length).toBeGreaterThan(350);
  }
});
