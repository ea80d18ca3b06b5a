import { expect, test } from '@jest/globals';
import { personFromClaims, type Claims } from './provider-claims.js';

const claims: Claims = { iss: 'https://issuer.example', sub: 'a-1', email: 'anna@example.com' };
type Case = [Parameters<typeof personFromClaims>[0], object, boolean];

test.each<Case>([
  ['google', { email_verified: true }, true],
  ['google', { email_verified: false }, false],
  ['google', {}, false],
  ['google', { xms_edov: true }, false],
  ['apple', { email_verified: 'true' }, true],
  ['apple', { email_verified: true }, true],
  ['apple', { email_verified: 'false' }, false],
  ['microsoft', { xms_edov: true }, true],
  ['microsoft', { xms_edov: '1' }, true],
  ['microsoft', { xms_edov: 1 }, true],
  ['microsoft', { xms_edov: 'true' }, true],
  ['microsoft', { xms_edov: 0 }, false],
  ['microsoft', { xms_edov: false }, false],
  ['microsoft', {}, false],
  ['microsoft', { email_verified: true }, false],
])('%s with %j proves the address: %j', (provider, more, isProven) => {
  expect(personFromClaims(provider, { ...claims, ...more })).toEqual({
    identity: { provider, issuer: 'https://issuer.example', subject: 'a-1' },
    email: 'anna@example.com',
    isProven,
  });
});

test.each([undefined, '', 'anna', 'anna@example', 'a b@example.com', 'a@b.co\r\nBcc: c@d.co', 7])(
  'an invalid address (%j) is left out',
  (email) => {
    expect(personFromClaims('google', { ...claims, email, email_verified: true }).email).toBeUndefined();
  },
);
