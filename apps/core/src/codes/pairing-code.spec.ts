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

test('a core of the next version draws the same pairing codes, because panels show them meanwhile', () => {
  const requestId = '00000000-0000-4000-8000-000000000000';
  expect([0, 1].map((turn) => pairingCode(requestId, turn, secret))).toEqual(['157121', '830777']);
});

test('pairing codes are evenly distributed', () => {
  const drawn = Array.from({ length: 5_000 }, () => pairingCode(randomUUID(), 0, secret));
  for (const digit of '0123456789') {
    expect(drawn.filter((code) => code.startsWith(digit)).length).toBeGreaterThan(350);
  }
});
