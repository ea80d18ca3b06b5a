import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { isSixDigits } from '../platform/keys/six-digits.js';
import { pairingCode } from './pairing-code.js';

const secret = Buffer.alloc(32, 1);

test('a pairing code depends on request, attempt, and secret only', () => {
  const requestId = randomUUID();
  const code = pairingCode(requestId, 0, secret);
  expect(isSixDigits(code)).toBe(true);
  expect(pairingCode(requestId, 0, secret)).toBe(code);
  const codes = Array.from({ length: 20 }, (_, attempt) => pairingCode(requestId, attempt, secret));
  expect(new Set(codes).size).toBeGreaterThan(18);
  const others = Array.from({ length: 20 }, (_, attempt) =>
    pairingCode(requestId, attempt, Buffer.alloc(32, 2)),
  );
  expect(others).not.toEqual(codes);
});

test('pairing codes stay the same in each version of core, because panels show them during an update', () => {
  const requestId = '00000000-0000-4000-8000-000000000000';
  expect([0, 1].map((attempt) => pairingCode(requestId, attempt, secret))).toEqual(['157121', '830777']);
});

test('pairing codes are evenly distributed', () => {
  const drawn = Array.from({ length: 5_000 }, () => pairingCode(randomUUID(), 0, secret));
  for (const digit of '0123456789') {
    expect(drawn.filter((code) => code.startsWith(digit)).length).toBeGreaterThan(350);
  }
});
