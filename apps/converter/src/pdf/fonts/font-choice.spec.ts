import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { chooseFont } from './font-choice.js';

const { PATH: path, TMPDIR: folder } = process.env;
let scratch: string;
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'sixpence-fonts-'));
  Object.assign(process.env, { PATH: scratch, TMPDIR: scratch });
});
afterEach(async () => {
  process.env.PATH = path;
  if (folder === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = folder;
  await rm(scratch, { recursive: true });
});

/** This `fc-match` is the only one, and always finds a font with these characters. */
const findsFontWith = (charset: string) =>
  writeFile(
    join(scratch, 'fc-match'),
    `#!/bin/sh\nprintf 'Liberation Sans\\n/fonts/LiberationSans.ttf\\n0\\n${charset}\\n'\n`,
    { mode: 0o755 },
  );

const choose = (letters: string) =>
  chooseFont({
    ...{ name: 'Arial', isSerif: false, isFixed: false, isBold: true, isItalic: false },
    letters: new Set(letters),
  });

const latin = '20-7e a0-ff';

test.each(['Word', '0–9 © →', ''])('a font with all letters and digits is chosen: %j', async (letters) => {
  await findsFontWith(latin);
  expect(await choose(letters)).toBe('Liberation Sans-Bold');
});

test.each(['Wordж', 'жWord', 'Ελ', '٣'])(
  'a font without one of the letters or digits is not chosen: %j',
  async (letters) => {
    await findsFontWith(latin);
    await expect(choose(letters)).rejects.toMatchObject({ reason: 'missing-font' });
  },
);

test('all letters are checked, however many there are', async () => {
  await findsFontWith('4e00-9fff');
  const many = Array.from({ length: 3_000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('');
  expect(await choose(many)).toBe('Liberation Sans-Bold');
  await expect(choose(`${many}w`)).rejects.toMatchObject({ reason: 'missing-font' });
});

test('without fc-match the failure is a missing program, not a missing font', async () => {
  await expect(choose('Word')).rejects.toMatchObject({ name: 'MissingProgram' });
});
