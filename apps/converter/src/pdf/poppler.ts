import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Unconvertible } from '../unconvertible.js';
import { withOwnFonts } from './own-fonts.js';

/** What poppler says of a font that it cannot draw in: words in it come out as nothing. */
const undrawn =
  /Unknown CMap|Unknown character collection '|Missing language pack|Couldn't (find|create) a font|Unknown CID font/;

/**
 * Every page of a PDF drawn anew as a printer would get it, with each font that it uses in it. Poppler does this because
 * it has fonts of its own to put in, and because it draws notes and fields that have no drawing.
 * @returns undefined when the program is not on this machine
 * @throws Unconvertible `damaged`; `missing-font` when it has none for some of the words
 */
export async function drawAnew(pdf: Buffer): Promise<Buffer | undefined> {
  const input = join(tmpdir(), 'incomplete.pdf');
  const output = join(tmpdir(), 'redrawn.pdf');
  await writeFile(input, pdf);
  const ended = await withOwnFonts('pdftocairo', ['-pdf', input, output]).catch((cause: unknown) => {
    throw new Unconvertible('damaged', { cause });
  });
  if (!ended) return undefined;
  if (undrawn.test(ended.stderr)) throw new Unconvertible('missing-font');
  return readFile(output);
}
