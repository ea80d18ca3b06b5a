import type { ExecFileException } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GaveUp, MissingProgram, Unconvertible } from '../unconvertible.js';
import { endedBy } from './ended.js';
import { withOwnFonts } from './fonts/own-fonts.js';

/** What poppler says of a font that it cannot draw in: words in it come out as nothing. */
const undrawn =
  /Unknown CMap|Unknown character collection '|Missing language pack|Couldn't (find|create) a font|Unknown CID font/;

/** What cairo, which writes for poppler, says when it could not go on; the program ends well all the same. */
const unfinished = /cairo (?:context )?error: (.*)/;

/**
 * Every page of a PDF drawn anew as a printer would get it, with each font that it uses in it. Poppler does this because
 * it has fonts of its own to put in, and because it draws notes and fields that have no drawing.
 * @throws Unconvertible `damaged`; `too-large`; `missing-font` when it has none for some of the words
 * @throws GaveUp when it was ended, or had no memory; MissingProgram
 */
export async function drawAnew(pdf: Buffer): Promise<Buffer> {
  const input = join(tmpdir(), 'incomplete.pdf');
  const output = join(tmpdir(), 'redrawn.pdf');
  await writeFile(input, pdf);
  const ended = await withOwnFonts('pdftocairo', ['-pdf', input, output]).catch((cause: unknown) => {
    if (cause instanceof MissingProgram) throw cause;
    const { signal } = cause as ExecFileException;
    throw signal ? endedBy(signal, { cause }) : new Unconvertible('damaged', { cause });
  });
  const [, trouble] = unfinished.exec(ended.stderr) ?? [];
  if (trouble !== undefined) throw reasonOfCairo(trouble);
  if (undrawn.test(ended.stderr)) throw new Unconvertible('missing-font');
  return readFile(output);
}

function reasonOfCairo(trouble: string): Error {
  // Its folder is full, or it was asked for more than it can count.
  if (/writing to output|too big/.test(trouble)) return new Unconvertible('too-large');
  return trouble === 'out of memory' ? new GaveUp('cairo had no memory') : new Unconvertible('damaged');
}
