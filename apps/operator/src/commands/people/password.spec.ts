import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { UsageError } from '../../command.js';
import { readPassword } from './password.js';

/** What is read when this comes in, and what the terminal shows meanwhile. */
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
  ['without one', 'Six pence 1'],
  ['of Windows', 'Six pence 1\r\n'],
  ['with more behind it', 'Six pence 1\nsomething else\n'],
])('a password that is piped in is its first line, %s', async (_, bytes) => {
  expect(await reading(bytes, false)).toEqual({ password: 'Six pence 1', shown: '' });
});

test('one that is typed is asked for and not shown', async () => {
  expect(await reading('Sixpence1\n', true)).toEqual({ password: 'Sixpence1', shown: 'Password: \n' });
});

test.each([
  ['none', ''],
  ['an empty one', '\n'],
  ['one that no sign-in takes', `${'a'.repeat(1_025)}\n`],
])('%s is a mistake', async (_, bytes) => {
  await expect(reading(bytes, false)).rejects.toThrow(UsageError);
});
