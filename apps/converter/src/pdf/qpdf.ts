import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Unconvertible } from '../unconvertible.js';
import { endedBy } from './ended.js';

const maxComplaintBytes = 64 * 1024;

/**
 * A complete PDF has its end mark within this many bytes of its end. Most PDF viewers accept this distance.
 */
const tailBytes = 2_048;

/**
 * Rewrites a PDF from its objects: it removes encryption without a password, rebuilds broken tables, and
 * drops unreferenced objects.
 * @throws Unconvertible `password-protected`, `damaged`, `too-large`; GaveUp when qpdf was ended
 */
export async function rewrite(pdf: Buffer): Promise<Buffer> {
  const { exitCode, complaints, output } = await qpdf(['--decrypt', '--object-streams=disable'], pdf);
  if (complaints.includes('invalid password')) throw new Unconvertible('password-protected');
  if (output === undefined) throw new Unconvertible('damaged');
  // A repaired file without an end mark was truncated: its rest is not what the owner meant to print.
  if (exitCode === 3 && !pdf.subarray(-tailBytes).includes('%%EOF')) throw new Unconvertible('damaged');
  return output;
}

/**
 * Draws the printed parts of forms and notes into the pages themselves, so that the annotations can be
 * removed.
 */
export async function flattenAnnotations(pdf: Buffer): Promise<Buffer> {
  const { output } = await qpdf(['--generate-appearances', '--flatten-annotations=print'], pdf);
  if (output === undefined) throw new Unconvertible('damaged');
  return output;
}

/** Runs qpdf. Exit codes: 0 success, 3 success after repairs, 2 failure. */
async function qpdf(options: string[], pdf: Buffer) {
  const input = join(tmpdir(), 'in.pdf');
  const output = join(tmpdir(), 'out.pdf');
  await writeFile(input, pdf);
  const child = spawn(process.env.QPDF ?? 'qpdf', [...options, input, output], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (piece: Buffer) => {
    if (complaints.length < maxComplaintBytes) complaints += piece.toString('latin1');
  });
  const [exitCode, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  if (signal) throw endedBy(signal);
  const isThere = exitCode === 0 || exitCode === 3;
  return { exitCode, complaints, output: isThere ? await readFile(output) : undefined };
}
