import { expect, test } from '@jest/globals';
import { tenant } from './kinds.js';
import { accountOf, claimsOf } from './pretended-person.js';

const anna = { email: 'anna@example.com', proven: true, hidden: false };
const claims = (...[kind, change]: [Parameters<typeof claimsOf>[0], object?]) =>
  claimsOf(kind, accountOf({ ...anna, ...change }));

test('each provider says in its own claims that an address is verified', () => {
  expect(claims('google')).toMatchObject({ email: 'anna@example.com', email_verified: true });
  expect(claims('apple')).toMatchObject({ email: 'anna@example.com', email_verified: 'true' });
  expect(claims('microsoft')).toMatchObject({ email: 'anna@example.com', xms_edov: true, tid: tenant });
});

test('each provider says in its own claims that an address is not verified', () => {
  expect(claims('google', { proven: false })).toMatchObject({ email_verified: false });
  expect(claims('apple', { proven: false })).toMatchObject({ email_verified: 'false' });
  expect(claims('microsoft', { proven: false })).toEqual({
    sub: expect.any(String),
    email: 'anna@example.com',
    tid: tenant,
  });
});

test('Apple can replace the address by a relay address, with the same subject', () => {
  const hidden = claims('apple', { hidden: true });
  expect(hidden).toMatchObject({ is_private_email: 'true' });
  expect(hidden['email']).toMatch(/^[0-9a-f]{10}@privaterelay\.appleid\.com$/);
  expect(hidden.sub).toBe(claims('apple').sub);
});

test('the subject of a user differs between providers, and is the same for upper and lower case', () => {
  expect(claims('google', { email: 'ANNA@example.com' }).sub).toBe(claims('google').sub);
  expect(new Set([claims('google').sub, claims('apple').sub, claims('microsoft').sub]).size).toBe(3);
});
