import { expect, test } from '@jest/globals';
import { openPerson, sealPerson, type WaitingPerson } from './sealed-person.js';

const [key, browser] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const person: WaitingPerson = {
  identity: { provider: 'google', issuer: 'https://issuer.example', subject: 'a-1' },
  email: 'änna@example.com',
  isSignUp: true,
  mail: 'a mail',
};

test('a sealed person opens unchanged, and its sealed form shows nothing of it', () => {
  const sealed = sealPerson(key, browser, person);
  expect(openPerson(key, browser, sealed)).toEqual(person);
  expect(sealed.toString('latin1')).not.toMatch(/example|google/);
  expect(sealPerson(key, browser, person).equals(sealed)).toBe(false);
});

test('a sealed person does not open for another browser, under another key, or after a change', () => {
  const sealed = sealPerson(key, browser, person);
  expect(() => openPerson(key, Buffer.alloc(32, 3), sealed)).toThrow();
  expect(() => openPerson(Buffer.alloc(32, 3), browser, sealed)).toThrow();
  for (const at of [0, 12, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    expect(() => openPerson(key, browser, changed)).toThrow();
  }
});
