import { hash } from '@node-rs/argon2';
import { expect, test } from '@jest/globals';
import { PasswordsService } from './passwords.service.js';

const passwords = new PasswordsService();

test('a password matches its own hash, and no other does', async () => {
  const stored = await passwords.hash('Sixpence1', '192.0.2.1');
  expect(await passwords.matches('Sixpence1', stored, '192.0.2.1')).toBe(true);
  expect(await passwords.matches('Sixpence2', stored, '192.0.2.1')).toBe(false);
});

test('whoever has no password is entered with none, not even with that of the hash which takes its place', async () => {
  expect(await passwords.matches('nobody has this password', null, '192.0.2.1')).toBe(false);
});

test('many networks of one customer leave another person a turn', async () => {
  const stored = await hash('Sixpence1', { memoryCost: 1_024 });
  let answered = 0;
  const guesses = Array.from({ length: 240 }, async (_, each) => {
    await passwords.matches('guess', stored, `2001:db8:7:${each.toString(16)}::/64`).catch(() => undefined);
    answered += 1;
  });
  expect(await passwords.matches('Sixpence1', stored, '192.0.2.1')).toBe(true);
  expect(answered).toBeLessThan(guesses.length / 2);
  await Promise.all(guesses);
});
