import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fileTypes } from '@sixpence/contracts/file-types';
import { ConverterProcess } from '../../support/worlds/converter-process.js';
import { CoreApp } from '../../support/core/core-app.js';
import { fixture, nestedForms } from '../../support/documents/hostile-files.js';
import { aPdf } from '../../support/documents/pdf.js';
import { slideShow } from '../../support/documents/long-documents.js';
import { Uploads } from '../../support/builders/uploads.js';

let core: CoreApp;
let converter: ConverterProcess;
beforeAll(async () => {
  core = await CoreApp.start();
  converter = await ConverterProcess.start(core);
});
afterAll(async () => {
  // Kills the converter, because a stop would wait for the endless document.
  await converter.kill();
  await core[Symbol.asyncDispose]();
});

async function aPerson(name: string): Promise<Uploads> {
  return new Uploads(core, (await core.signedIn(`${name}@example.com`)).cookie);
}

const upload = (person: Uploads, type: keyof typeof fileTypes, bytes: Uint8Array) =>
  person.upload(`document.${type}`, fileTypes[type].mediaTypes[0], bytes);

const statuses = async (person: Uploads) => (await person.list()).map(({ status }) => status);

test('a long slide show does not delay another user’s letter', async () => {
  const [anna, ben] = [await aPerson('anna'), await aPerson('ben')];
  const letter = () => upload(ben, 'docx', fixture('document.docx'));
  // The first letter gives Ben his own LibreOffice.
  expect(await ben.settled(await letter())).toMatchObject({ status: 'ready' });
  await upload(anna, 'odp', slideShow(400));
  expect(await ben.settled(await letter())).toMatchObject({ status: 'ready' });
  expect(await statuses(anna)).toEqual(['processing']);
});

test('four endless documents each of two users do not block a third user’s document', async () => {
  const [cleo, dora, emil] = [await aPerson('cleo'), await aPerson('dora'), await aPerson('emil')];
  const endless = nestedForms({ depth: 16, times: 2, groups: true });
  for (const person of [cleo, dora])
    for (let count = 0; count < 4; count += 1) await upload(person, 'pdf', endless);
  const page = await upload(emil, 'pdf', await aPdf({ pages: 1 }));
  expect(await emil.settled(page)).toMatchObject({ status: 'ready' });
  const others = [...(await statuses(cleo)), ...(await statuses(dora))];
  expect(others.filter((status) => status === 'processing').length).toBeGreaterThanOrEqual(7);
});
