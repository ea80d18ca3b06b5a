import type { ExecFileException } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GaveUp, MissingProgram, Unconvertible } from '../unconvertible.js';
import { endedBy } from './ended.js';
import { withOwnFonts } from './fonts/own-fonts.js';

/** Messages of poppler about a font that it cannot draw: text in it is missing from the result. */
const undrawn =
  /Unknown CMap|Unknown character collection '|Missing language pack|Couldn't (find|create) a font|Unknown CID font/;

/** The message of cairo, which writes poppler's output, after an error; the program still exits with 0. */
const unfinished = /cairo (?:context )?error: (.*)/;

/**
 * Redraws every page of a PDF as a printer would receive it, with every font that it uses embedded. Poppler
 * does this because it can use the converter's fonts, and draws notes and fields that have no drawing.
 * @throws Unconvertible `damaged`; `too-large`; `missing-font` when it has no font for some of the text
 * @throws GaveUp when poppler was ended, or had no memory; MissingProgram
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
  // Its folder is full, or a size exceeds cairo's numbers.
  if (/writing to output|too big/.test(trouble)) return new Unconvertible('too-large');
  return trouble === 'out of memory' ? new GaveUp('cairo had no memory') : new Unconvertible('damaged');
}
