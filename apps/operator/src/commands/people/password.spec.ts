import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { UsageError } from '../../command.js';
import { readPassword } from './password.js';

/** The password that is read, and the text that the terminal shows. */
async function reading(bytes: string, isTTY: boolean) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = new PassThrough();
  input.end(bytes);
  try {
    return { password: await readPassword({ input, output }), shown: await text(output.end()) };
  } finally {
    input.destroy();
  }
}

test.each([
  ['with a line end', 'Six pence 1\n'],
  ['without a line end', 'Six pence 1'],
  ['with the line end of Windows', 'Six pence 1\r\n'],
  ['with another line after it', 'Six pence 1\nsomething else\n'],
])('the first line of piped input is the password, %s', async (_, bytes) => {
  expect(await reading(bytes, false)).toEqual({ password: 'Six pence 1', shown: '' });
});

test('a typed password is prompted for and not shown', async () => {
  expect(await reading('Sixpence1\n', true)).toEqual({ password: 'Sixpence1', shown: 'Password: \n' });
});

test.each([
  ['nothing', ''],
  ['an empty line', '\n'],
  ['a longer password than sign-in accepts', `${'a'.repeat(1_025)}\n`],
])('a password input of %s is a usage error', async (_, bytes) => {
  await expect(reading(bytes, false)).rejects.toThrow(UsageError);
});
