import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fileTypes } from '@sixpence/contracts/file-types';
import { ConverterProcess } from '../../support/worlds/converter-process.js';
import { CoreApp } from '../../support/core/core-app.js';
import { fixture } from '../../support/documents/hostile-files.js';
import { childrenOf } from '../../support/worlds/process-tree.js';
import { until } from '../../support/until.js';
import { Uploads } from '../../support/builders/uploads.js';

let core: CoreApp;
let converter: ConverterProcess;
let anna: Uploads;
let ben: Uploads;
beforeAll(async () => {
  core = await CoreApp.start();
  converter = await ConverterProcess.start(core);
  anna = new Uploads(core, (await core.signedIn('anna@example.com')).cookie);
  ben = new Uploads(core, (await core.signedIn('ben@example.com')).cookie);
});
afterAll(async () => {
  await converter.stop();
  await core[Symbol.asyncDispose]();
});

async function convert(uploads: Uploads) {
  const bytes = fixture('document.docx');
  const documentId = await uploads.upload('document.docx', fileTypes.docx.mediaTypes[0], bytes);
  return uploads.settled(documentId);
}

/** The processes of LibreOffice itself; the full path excludes its helpers. */
function libreOffices(): number[] {
  const all = childrenOf(converter.child.pid!).filter(({ state }) => state !== 'Z');
  return all.map(({ pid }) => pid).filter((pid) => commandOf(pid).endsWith('/soffice.bin'));
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] ?? '';
  } catch {
    // The process ended meanwhile.
    return '';
  }
}

const untilThereAre = (count: number) => until(() => libreOffices().length === count);

test('LibreOffice that dies between two documents is replaced, and no document is lost', async () => {
  expect(await convert(anna)).toMatchObject({ status: 'ready' });
  await untilThereAre(2);
  for (const pid of libreOffices()) process.kill(pid, 'SIGKILL');
  for (let documents = 0; documents < 3; documents += 1)
    expect(await convert(anna)).toMatchObject({ status: 'ready' });
});

test('two users have one LibreOffice each, and one waits for the next user', async () => {
  expect(await convert(anna)).toMatchObject({ status: 'ready' });
  expect(await convert(ben)).toMatchObject({ status: 'ready' });
  await untilThereAre(3);
});
