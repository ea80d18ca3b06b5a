import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** This file's folder is four levels below the repository's root, in `src` as well as in `dist`. */
const folder = join(import.meta.dirname, '../../../../test/fixtures/ipp');

/** The bytes of an annotated reply in `test/fixtures/ipp`; its README explains the notation. */
export function reply(name: string): Buffer {
  const digits = readFileSync(join(folder, `${name}.hex`), 'utf8')
    .replace(/#.*$/gm, '')
    .replace(/\s+/g, '');
  if (!/^([0-9a-f]{2})+$/.test(digits)) throw new Error(`${name}.hex holds something else than hexadecimal`);
  return Buffer.from(digits, 'hex');
}

/** The names of all replies of real printers. */
export function realReplies(): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.hex') && !/^(odd|evil)-/.test(file))
    .map((file) => file.replace(/\.hex$/, ''))
    .sort();
}
