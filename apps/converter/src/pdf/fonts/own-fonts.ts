import { execFile } from 'node:child_process';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { fontSettings } from '../../font-settings.js';
import { MissingProgram } from '../../unconvertible.js';
import { faceOf } from './font-face.js';

/** DejaVu as Debian's core package has it: several scripts in one font, which others have in many. */
const dejaVu = ['Sans', 'Sans-Bold', 'SansMono', 'SansMono-Bold', 'Serif', 'Serif-Bold'].map(
  (style) => `/usr/share/fonts/truetype/dejavu/DejaVu${style}.ttf`,
);

/** DejaVu has the characters of two of the standard fonts, which are not among ours. */
const aliases = { Symbol: 'DejaVu Sans', ZapfDingbats: 'DejaVu Sans' };

const maxComplaintBytes = 16 * 1024 ** 2;

const faces = () => join(tmpdir(), 'faces');

/** A program that has ended well: what it answered, and what it complained of. */
interface Ended {
  stdout: string;
  stderr: string;
}

/**
 * Runs a program that looks for fonts with those of the converter's own alone, as LibreOffice has them, so that a PDF
 * gets the same letters on every machine.
 * @throws MissingProgram; Error when it ends badly
 */
export async function withOwnFonts(program: string, options: readonly string[]): Promise<Ended> {
  const settings = join(tmpdir(), 'fonts.conf');
  await mkdir(faces(), { recursive: true });
  const notes = join(tmpdir(), 'font-notes');
  await writeFile(settings, fontSettings({ folders: [faces()], files: dejaVu, notes, aliases }));
  try {
    return await promisify(execFile)(program, options, {
      maxBuffer: maxComplaintBytes,
      env: { ...process.env, FONTCONFIG_FILE: settings },
    });
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw isMissing ? new MissingProgram(`${program} is missing`, { cause }) : cause;
  }
}

/** Lays a font that is one of several in its file where programs find it as a file of its own. */
export async function layOut(file: string, index: number): Promise<void> {
  const place = join(faces(), `${basename(file)}-${index}.otf`);
  try {
    await access(place);
  } catch {
    // It is not there yet.
    await writeFile(place, faceOf(await readFile(file), index));
  }
}
