import { expect, test } from '@jest/globals';
import { PasswordsService } from './passwords.service.js';

const passwords = new PasswordsService();

test('a password matches its own hash, and no other does', async () => {
  const stored = await passwords.hash('Sixpence1');
  expect(await passwords.matches('Sixpence1', stored)).toBe(true);
  expect(await passwords.matches('Sixpence2', stored)).toBe(false);
});

test('whoever has no password is entered with none, not even with that of the hash which takes its place', async () => {
  expect(await passwords.matches('nobody has this password', null)).toBe(false);
});
