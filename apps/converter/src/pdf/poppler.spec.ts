import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { drawAnew } from './poppler.js';

const { PATH: path, TMPDIR: folder } = process.env;
let scratch: string;
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'sixpence-poppler-'));
  Object.assign(process.env, { PATH: `${scratch}:${path}`, TMPDIR: scratch });
});
afterEach(async () => {
  process.env.PATH = path;
  if (folder === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = folder;
  await rm(scratch, { recursive: true });
});

/** This `pdftocairo` replaces the system's, and fails as given. */
const drawing = async (does: string): Promise<unknown> => {
  await writeFile(join(scratch, 'pdftocairo'), `#!/bin/sh\n${does}\n`, { mode: 0o755 });
  return drawAnew(Buffer.from('%PDF-1.7')).catch((error: unknown) => error);
};
/** The commands of a program that prints these words, and exits with success. */
const printing = (words: string) => `echo "${words}" >&2; echo 'half a PDF' > "$3"`;

const gaveUp = { name: 'GaveUp' };
test.each([
  ['is ended by the kernel', 'kill -KILL $$', { reason: 'too-large' }],
  ['aborts because it has no memory', "echo 'Out of memory' >&2; kill -ABRT $$", gaveUp],
  ['has no memory for a page', printing('Internal Error: cairo context error: out of memory'), gaveUp],
  ['writes more than a file may hold', 'kill -XFSZ $$', { reason: 'too-large' }],
  [
    'finds its folder full',
    printing('cairo error: error while writing to output stream'),
    { reason: 'too-large' },
  ],
  [
    'gets a size beyond its numbers',
    printing('cairo error: invalid value (typically too big)'),
    { reason: 'too-large' },
  ],
  ['cannot read it', 'exit 1', { reason: 'damaged' }],
  ['has no memory for its output', printing('cairo error: out of memory'), gaveUp],
  [
    'fails at an object in it',
    printing('cairo error: invalid matrix (not invertible)'),
    { reason: 'damaged' },
  ],
  ...[
    "Unknown character collection 'Adobe-X'",
    "Unknown CMap 'X-H'",
    'Missing language pack for X',
    "Couldn't find a font for 'X'",
    "Couldn't create a font for 'X'",
    "Unknown CID font collection 'X'",
  ].map((words): [string, string, object] => [
    `has no font for it (${words})`,
    printing(`Syntax Error: ${words}`),
    { reason: 'missing-font' },
  ]),
])('a document fails with the matching reason if poppler %s', async (_, does, expected) => {
  expect(await drawing(does)).toMatchObject(expected);
});

test('the output of poppler is used despite syntax warnings', async () => {
  expect(String(await drawing(printing('Syntax Error: nothing that matters')))).toBe('half a PDF\n');
});

test('a missing poppler is not blamed on the document', async () => {
  process.env.PATH = scratch;
  await expect(drawAnew(Buffer.from('%PDF-1.7'))).rejects.toMatchObject({ name: 'MissingProgram' });
});
