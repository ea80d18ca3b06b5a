import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { converterConfigSchema } from '../config.js';
import { Bounds } from '../fenced-process/bounds.js';
import { limits } from '../limits.js';
import { Offices } from './offices.js';

const documents = join(import.meta.dirname, '../../../../test/fixtures/documents');
const logger = pino({ level: 'silent' });

const after = new AsyncDisposableStack();
afterAll(() => after.disposeAsync());

/** Opens one document behind only this fence around LibreOffice. */
async function openADocument(fenceCommand: (folder: string) => string[], look = () => Promise.resolve()) {
  const { SOFFICE: soffice, OFFICE_PYTHON: python } = converterConfigSchema
    .pick({ SOFFICE: true, OFFICE_PYTHON: true })
    .parse({});
  const offices = await Offices.start({ soffice, python, logger, fenceCommand });
  const never = new AbortController().signal;
  const bounds = new Bounds(limits, logger, { behind: never, last: never, lost: never });
  const document = await readFile(join(documents, 'document.docx'));
  const circumstances = { ownerId: 'anna', fileName: 'essay.docx', bounds };
  const pdf = await offices?.convert('MS Word 2007 XML', document, circumstances);
  bounds.end();
  await look();
  await offices?.close();
  expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-');
}

test('without a fence, LibreOffice leaves no file behind either', async () => {
  const folders: string[] = [];
  await openADocument((folder) => {
    folders.push(folder);
    return [];
  });
  expect(folders).toHaveLength(2);
  const left = [...(await readdir('/tmp')), ...(await readdir('/dev/shm'))];
  expect(left.filter((name) => folders.some((folder) => isOf(folder, name)))).toEqual([]);
});

test('with a new profile, LibreOffice starts once, without a test of its screen', async () => {
  // Records each start in the folder of the started LibreOffice.
  const setpriv = '#!/bin/sh\necho >> "$TMPDIR/starts"\nPATH=${PATH#*:}\nexec setpriv "$@"\n';
  const programs = await mkdtemp(join(tmpdir(), 'sixpence-programs-'));
  after.defer(() => rm(programs, { recursive: true }));
  await writeFile(join(programs, 'setpriv'), setpriv, { mode: 0o755 });
  const folders: string[] = [];
  await openADocument(
    (folder) => {
      folders.push(folder);
      return ['env', `PATH=${programs}:${process.env.PATH}`];
    },
    async () => {
      const [folder = ''] = folders;
      expect(await readFile(join(folder, 'starts'), 'utf8')).toBe('\n');
      expect(await readdir(join(folder, 'profile/user'))).not.toContain('GraphicsRenderTests.log');
    },
  );
});

/** Whether a file belongs to the LibreOffice of this folder: the folder itself, or one of its two sockets. */
function isOf(folder: string, name: string): boolean {
  const profile = pathToFileURL(join(folder, 'profile')).href;
  const digest = createHash('md5').update(Buffer.from(profile, 'utf16le')).digest();
  // As LibreOffice writes it, without leading zeros.
  const id = [...digest].map((byte) => byte.toString(16)).join('');
  return name.endsWith(basename(folder)) || name.endsWith(`SingleOfficeIPC_${id}`);
}
