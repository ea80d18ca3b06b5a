import { execFile } from 'node:child_process';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { fontSettings } from '../../font-settings.js';
import { MissingProgram } from '../../unconvertible.js';
import { faceOf } from './font-face.js';

/**
 * DejaVu, as in Debian's core package: one font with several scripts, for which other families need many
 * fonts.
 */
const dejaVu = ['Sans', 'Sans-Bold', 'SansMono', 'SansMono-Bold', 'Serif', 'Serif-Bold'].map(
  (style) => `/usr/share/fonts/truetype/dejavu/DejaVu${style}.ttf`,
);

/** DejaVu has the characters of two standard fonts that the converter lacks. */
const aliases = { Symbol: 'DejaVu Sans', ZapfDingbats: 'DejaVu Sans' };

const maxComplaintBytes = 16 * 1024 ** 2;

const faces = () => join(tmpdir(), 'faces');

/** The output of a program that ended well. */
interface Ended {
  stdout: string;
  stderr: string;
}

/**
 * Runs a program that uses fontconfig with only the converter's own fonts, as LibreOffice has them, so that a
 * PDF gets the same letters on every machine.
 * @throws MissingProgram; Error when the program fails
 */
export async function withOwnFonts(program: string, options: readonly string[]): Promise<Ended> {
  const settings = join(tmpdir(), 'fonts.conf');
  await mkdir(faces(), { recursive: true });
  const cache = join(tmpdir(), 'font-cache');
  await writeFile(settings, fontSettings({ folders: [faces()], files: dejaVu, cache, aliases }));
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

/** Extracts one font of a collection into the folder where the programs find it. */
export async function extractFace(file: string, index: number): Promise<void> {
  const place = join(faces(), `${basename(file)}-${index}.otf`);
  try {
    await access(place);
  } catch {
    // It is not extracted yet.
    await writeFile(place, faceOf(await readFile(file), index));
  }
}
