import { hash } from '@node-rs/argon2';
import { expect, test } from '@jest/globals';
import { PasswordsService } from './passwords.service.js';

const passwords = new PasswordsService();

test('a password matches its own hash only', async () => {
  const stored = await passwords.hashPassword('Sixpence1', '192.0.2.1');
  expect(await passwords.matches('Sixpence1', stored, '192.0.2.1')).toBe(true);
  expect(await passwords.matches('Sixpence2', stored, '192.0.2.1')).toBe(false);
});

test('a user without a password matches no password, not even that of the dummy hash', async () => {
  expect(await passwords.matches('nobody has this password', null, '192.0.2.1')).toBe(false);
});

test('password checks from many networks of one internet customer do not delay the check of another user', async () => {
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
