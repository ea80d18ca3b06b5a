import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { converterConfigSchema } from '../config.js';
import { Bounds } from '../cell/bounds.js';
import { limits } from '../limits.js';
import { Offices } from './offices.js';

const documents = join(import.meta.dirname, '../../../../test/fixtures/documents');
const logger = pino({ level: 'silent' });

test('where nothing shuts it in, LibreOffice leaves no file behind either, however it ends', async () => {
  const { SOFFICE: soffice, OFFICE_PYTHON: python } = converterConfigSchema
    .pick({ SOFFICE: true, OFFICE_PYTHON: true })
    .parse({});
  const folders: string[] = [];
  const enclosure = (folder: string) => {
    folders.push(folder);
    return [];
  };
  const offices = await Offices.open({ soffice, python, logger, enclosure });
  const place = {
    behind: new AbortController().signal,
    last: new AbortController().signal,
    lost: new AbortController().signal,
  };
  const bounds = new Bounds(limits, logger, place);
  const pdf = await offices?.convert('MS Word 2007 XML', await readFile(join(documents, 'document.docx')), {
    ownerId: 'anna',
    bounds,
  });
  bounds.end();
  await offices?.close();
  expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-');
  expect(folders).toHaveLength(2);
  const left = [...(await readdir('/tmp')), ...(await readdir('/dev/shm'))];
  expect(left.filter((name) => folders.some((folder) => isOf(folder, name)))).toEqual([]);
}, 60_000);

/** Whether a file is a LibreOffice's that had this folder: the folder itself, or one of its two sockets. */
function isOf(folder: string, name: string): boolean {
  const profile = pathToFileURL(join(folder, 'profile')).href;
  const digest = createHash('md5').update(Buffer.from(profile, 'utf16le')).digest();
  // As LibreOffice writes it, without the zeros in front.
  const id = [...digest].map((byte) => byte.toString(16)).join('');
  return name.endsWith(basename(folder)) || name.endsWith(`SingleOfficeIPC_${id}`);
}
