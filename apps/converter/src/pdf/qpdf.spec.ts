import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { flattenAnnotations, rewrite } from './qpdf.js';

const { QPDF: qpdf, TMPDIR: folder } = process.env;
let scratch: string;
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'sixpence-qpdf-'));
  Object.assign(process.env, { QPDF: join(scratch, 'qpdf'), TMPDIR: scratch });
});
afterEach(async () => {
  for (const [name, value] of [
    ['QPDF', qpdf],
    ['TMPDIR', folder],
  ] as const)
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  await rm(scratch, { recursive: true });
});

type Step = typeof rewrite;
const whole = Buffer.from('%PDF-1.7 and so on %%EOF');

/** This `qpdf` replaces the system's: it notes its options, writes half of its input, and ends as given. */
async function running(step: Step, ends: string, pdf: Buffer = whole): Promise<unknown> {
  const script = `#!/bin/sh
echo "$@" > "${scratch}/options"
for last; do :; done
head -c 8 "${scratch}/in.pdf" > "$last"
${ends}
`;
  await writeFile(join(scratch, 'qpdf'), script, { mode: 0o755 });
  return step(pdf).then(String, (error: unknown) => error);
}

const ending = (bytesAfter: number) =>
  Buffer.from(`%PDF-1.7 ${' '.repeat(5_000)}%%EOF${' '.repeat(bytesAfter)}`);
const written = '%PDF-1.7';

test.each<[string, Step, string, Buffer, unknown]>([
  ['succeeds', rewrite, 'exit 0', whole, written],
  ['succeeds without an end mark', rewrite, 'exit 0', Buffer.from('%PDF-1.7'), written],
  ['repairs it', rewrite, 'exit 3', whole, written],
  ['repairs it, and its end mark is in the last 2,048 bytes', rewrite, 'exit 3', ending(2_048 - 5), written],
  [
    'repairs it, and its end mark is not in the last 2,048 bytes',
    rewrite,
    'exit 3',
    ending(2_048 - 4),
    { reason: 'damaged' },
  ],
  ['cannot read it', rewrite, 'exit 2', whole, { reason: 'damaged' }],
  [
    'has no password',
    rewrite,
    'echo "in.pdf: invalid password" >&2; exit 2',
    whole,
    { reason: 'password-protected' },
  ],
  ['prints many warnings', rewrite, 'yes complaint | head -c 1000000 >&2; exit 0', whole, written],
  ['writes too large a file', rewrite, 'kill -XFSZ $$', whole, { reason: 'too-large' }],
  ['is ended by the kernel', rewrite, 'kill -KILL $$', whole, { reason: 'too-large' }],
  ['aborts', rewrite, 'kill -ABRT $$', whole, { name: 'GaveUp' }],
  ['draws the notes', flattenAnnotations, 'exit 0', whole, written],
  ['draws the notes after a repair', flattenAnnotations, 'exit 3', whole, written],
  ['cannot draw the notes', flattenAnnotations, 'exit 2', whole, { reason: 'damaged' }],
])('the result of a document when qpdf %s', async (_, step, ends, pdf, expected) => {
  const result = await running(step, ends, pdf);
  if (typeof expected === 'string') expect(result).toBe(expected);
  else expect(result).toMatchObject(expected as object);
});

test.each<[Step, string]>([
  [rewrite, '--decrypt --object-streams=disable'],
  [flattenAnnotations, '--generate-appearances --flatten-annotations=print'],
])('qpdf gets its options, its input, and its output: %p', async (step, options) => {
  await running(step, 'exit 0');
  const given = await readFile(join(scratch, 'options'), 'utf8');
  expect(given.trim()).toBe(`${options} ${scratch}/in.pdf ${scratch}/out.pdf`);
  expect((await readFile(join(scratch, 'in.pdf'))).equals(whole)).toBe(true);
});
