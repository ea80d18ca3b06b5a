import { expect, test } from '@jest/globals';
import { tenant } from './kinds.js';
import { accountOf, claimsOf } from './pretended-person.js';

const anna = { email: 'anna@example.com', proven: true, hidden: false };
const said = (...[kind, change]: [Parameters<typeof claimsOf>[0], object?]) =>
  claimsOf(kind, accountOf({ ...anna, ...change }));

test('each provider states the proof of an address in its own claims', () => {
  expect(said('google')).toMatchObject({ email: 'anna@example.com', email_verified: true });
  expect(said('apple')).toMatchObject({ email: 'anna@example.com', email_verified: 'true' });
  expect(said('microsoft')).toMatchObject({ email: 'anna@example.com', xms_edov: true, tid: tenant });
});

test('an unproven address is stated as well', () => {
  expect(said('google', { proven: false })).toMatchObject({ email_verified: false });
  expect(said('apple', { proven: false })).toMatchObject({ email_verified: 'false' });
  expect(said('microsoft', { proven: false })).toEqual({
    sub: expect.any(String),
    email: 'anna@example.com',
    tid: tenant,
  });
});

test('Apple hides an address behind a relay, with the same subject', () => {
  const hidden = said('apple', { hidden: true });
  expect(hidden).toMatchObject({ is_private_email: 'true' });
  expect(hidden['email']).toMatch(/^[0-9a-f]{10}@privaterelay\.appleid\.com$/);
  expect(hidden.sub).toBe(said('apple').sub);
});

test('a user has another subject at each provider, whatever case the address has', () => {
  expect(said('google', { email: 'ANNA@example.com' }).sub).toBe(said('google').sub);
  expect(new Set([said('google').sub, said('apple').sub, said('microsoft').sub]).size).toBe(3);
});
