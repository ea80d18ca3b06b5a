import { expect, test } from '@jest/globals';
import { hashAsker, hashEmailCode, hashMailbox, hashPayer } from './email-code.js';

const key = Buffer.alloc(32, 1);
const anna = { purpose: 'sign-up', address: 'anna@example.com' } as const;

test.each([
  '<anna@example.com',
  'anna@example.com>>',
  '"anna"@example.com',
  'anna+shop@example.com',
  'anna@example.com.',
  'anna@ｅxample.com',
  'anna@exam\u00adple.com',
])('codes to %s count for the mailbox anna@example.com', (written) => {
  expect(hashMailbox(written, key).equals(hashMailbox('anna@example.com', key))).toBe(true);
});

test.each(['ben@example.com', 'anna@example.org', '+anna@example.com', 'anna.b@example.com'])(
  'codes to %s count for their own mailbox',
  (other) => {
    expect(hashMailbox(other, key).equals(hashMailbox('anna@example.com', key))).toBe(false);
  },
);

test.each(['annabell@gmail.com', 'a.n.n.a.b.e.l.l+shop@gmail.com', 'anna.bell@googlemail.com'])(
  'codes to %s count for the same Gmail mailbox',
  (written) => {
    expect(hashMailbox(written, key).equals(hashMailbox('anna.bell@gmail.com', key))).toBe(true);
  },
);

test('the hash of a code depends on address, purpose, code, and key', () => {
  const stored = hashEmailCode(anna, '123456', key);
  expect(hashEmailCode({ ...anna }, '123456', key).equals(stored)).toBe(true);
  const others = [
    hashEmailCode({ ...anna, purpose: 'reset' }, '123456', key),
    hashEmailCode({ ...anna, address: 'ben@example.com' }, '123456', key),
    hashEmailCode(anna, '123457', key),
    hashEmailCode({ ...anna, askedBy: 'a session' }, '123456', key),
    hashEmailCode(anna, '123456', Buffer.alloc(32, 2)),
  ];
  expect(others.filter((other) => other.equals(stored))).toEqual([]);
  expect(hashMailbox(anna.address, key).equals(hashMailbox(anna.address, Buffer.alloc(32, 2)))).toBe(false);
});

const network = '2001:db8:7:1::/64';

test('the requester of a code is its session, otherwise its browser, otherwise its network', () => {
  const asker = (askedBy?: string, browser?: string, from = network) =>
    hashAsker(
      { ...anna, ...(askedBy !== undefined && { askedBy }) },
      { network: from, browser },
      key,
    ).toString('hex');
  expect(asker('session', 'browser')).toBe(asker('session', 'other', 'elsewhere'));
  expect(asker(undefined, 'browser')).toBe(asker(undefined, 'browser', 'elsewhere'));
  const different = [
    asker('session'),
    asker(undefined, 'browser'),
    asker(),
    asker(undefined, undefined, 'elsewhere'),
  ];
  expect(new Set(different).size).toBe(4);
});

test('a code counts against the allowance of the device, otherwise of the wider network', () => {
  const payer = (from: string, deviceId?: string) =>
    hashPayer({ network: from, deviceId }, key).toString('hex');
  expect(payer(network, 'phone')).toBe(payer('203.0.113.7', 'phone'));
  expect(payer(network)).toBe(payer('2001:db8:7:2::/64'));
  const different = [
    payer(network),
    payer('2001:db8:8:1::/64'),
    payer(network, 'phone'),
    payer(network, 'laptop'),
  ];
  expect(new Set(different).size).toBe(4);
});
