import { readdir } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { Cell } from './cell.js';
import { message } from './messages.js';

test('a program that cannot be started is an error for whoever asked, and leaves no folder', async () => {
  const before = await foldersOfOurs();
  const started = Cell.start({
    enclosure: () => [],
    program: ['/nowhere/no-such-program'],
    environment: () => ({}),
    said: message,
    answerBytes: 1_000,
  });
  await expect(started).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await foldersOfOurs()).toEqual(before);
});

async function foldersOfOurs(): Promise<string[]> {
  return (await readdir('/dev/shm')).filter((name) => name.startsWith(`sixpence-fence-${process.pid}-`));
}
