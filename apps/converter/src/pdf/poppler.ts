import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Unconvertible } from '../unconvertible.js';

const maxComplaintBytes = 16 * 1024 ** 2;

/**
 * Every page of a PDF drawn anew as a printer would get it, with each font that it uses in it. Poppler does this because
 * it has fonts of its own to put in, and because it draws notes and fields that have no drawing.
 * @returns undefined when the program is not on this machine
 * @throws Unconvertible `damaged`
 */
export async function drawAnew(pdf: Buffer): Promise<Buffer | undefined> {
  const input = join(tmpdir(), 'incomplete.pdf');
  const output = join(tmpdir(), 'redrawn.pdf');
  await writeFile(input, pdf);
  try {
    await promisify(execFile)('pdftocairo', ['-q', '-pdf', input, output], {
      maxBuffer: maxComplaintBytes,
    });
    return await readFile(output);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Unconvertible('damaged', { cause });
  }
}
