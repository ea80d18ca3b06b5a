import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkout } from '@sixpence/sandbox/checkout';
import { toolPath } from '@sixpence/sandbox/tools';
import type { Page, Request } from 'playwright-core';
import { launchBrowser, openWindow, screenshot } from '../support/browser/browser.js';
import { aPdf } from '../support/documents/pdf.js';
import { startWorld, type World } from '../support/worlds/world.js';

const openXml = 'application/vnd.openxmlformats-officedocument';
const fixture = (name: string) => readFileSync(join(checkout, 'test/fixtures/documents', name));

interface DroppedFile {
  name: string;
  type: string;
  bytes: Buffer;
}

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let world: World;
let site: Page;
let scratch: string;
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'sixpence-mixed-'));
  after.defer(() => rmSync(scratch, { recursive: true }));
  world = await startWorld({ parts: ['converter', 'office'] });
  after.defer(() => world.stop());
  const browser = await launchBrowser();
  after.defer(() => browser.close());
  const context = await openWindow(browser, { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 2 });
  site = await context.newPage();
  await site.goto(`${world.url}/login`);
  await site.getByLabel('E-mail').fill(world.demo.user.email);
  await site.getByRole('textbox', { name: 'Password' }).fill(world.demo.user.password);
  await site.getByRole('button', { name: 'Login' }).click();
  await site.waitForURL('**/dashboard');
});
afterAll(() => after.disposeAsync());

/** Drops files on the upload area, as a user does from a folder of the desktop. */
async function drop(files: readonly DroppedFile[]): Promise<void> {
  const sent = files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') }));
  const dataTransfer = await site.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const { name, type, base64 } of files) {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type }));
    }
    return transfer;
  }, sent);
  const area = site.locator('label', { hasText: 'Upload documents here' });
  for (const event of ['dragenter', 'dragover', 'drop']) await area.dispatchEvent(event, { dataTransfer });
}

const rowOf = (name: string) => site.getByRole('listitem').filter({ hasText: name });

function withPassword(pdf: Buffer): Buffer {
  const [input, output] = [join(scratch, 'in.pdf'), join(scratch, 'out.pdf')];
  writeFileSync(input, pdf);
  execFileSync(toolPath('qpdf'), ['--encrypt', 'secret', 'secret', '256', '--', input, output]);
  return readFileSync(output);
}

test('of five dropped files, four become ready, and the page explains why the one with a password does not, without a reload', async () => {
  await site.evaluate(() => document.body.setAttribute('data-since', 'before the drop'));
  const pdf = 'application/pdf';
  await drop([
    { name: 'thesis.pdf', type: pdf, bytes: await aPdf({ pages: 3, colorPages: [2] }) },
    { name: 'letter.docx', type: `${openXml}.wordprocessingml.document`, bytes: fixture('document.docx') },
    { name: 'table.XLSX', type: '', bytes: fixture('document.xlsx') },
    { name: 'photo.webp', type: 'image/webp', bytes: fixture('picture.webp') },
    { name: 'payslip.pdf', type: pdf, bytes: withPassword(await aPdf({ pages: 1 })) },
  ]);
  await rowOf('thesis.pdf').getByText('3 pages').waitFor();
  for (const name of ['letter.docx', 'table.XLSX', 'photo.webp'])
    await rowOf(name)
      .getByText(/^\d+ pages?/)
      .waitFor();
  await rowOf('payslip.pdf').getByText('The file needs a password.').waitFor();
  await rowOf('payslip.pdf').getByText('Save a copy without the password, then upload that.').waitFor();
  expect(
    await site
      .getByRole('listitem')
      .filter({ hasText: /\.(pdf|docx|xlsx|webp)/i })
      .count(),
  ).toBe(5);
  expect(await site.getByText(/Preparing|Sending|Waiting for its turn/).count()).toBe(0);
  expect(await site.evaluate(() => document.body.getAttribute('data-since'))).toBe('before the drop');
  await screenshot(site, 'mixed-files');
});

test('a page can be enlarged and deselected by keyboard alone [rows 237, 458]', async () => {
  await site.getByRole('button', { name: 'See the pages of thesis.pdf' }).press('Enter');
  const tile = site.getByRole('checkbox', { name: 'Page 1', exact: true });
  await tile.locator('img').waitFor();
  const box = await tile.boundingBox();
  expect([box?.width, box?.height].map((length) => Math.round(length ?? 0))).toEqual([106, 150]);
  await site.getByRole('button', { name: 'Look at page 2 closely' }).press('Enter');
  const image = site.getByRole('img', { name: 'Page 2 of thesis.pdf' });
  await image.waitFor();
  const [natural, shown] = await image.evaluate(async (element) => {
    const sheet = element as HTMLImageElement;
    await sheet.decode();
    return [sheet.naturalHeight, sheet.getBoundingClientRect().height] as const;
  });
  expect(natural).toBeGreaterThanOrEqual(shown * 1.9);
  await screenshot(site, 'page-closely');
  await site.getByLabel('Print this page').press('Space');
  await site.keyboard.press('ArrowRight');
  await site.getByRole('img', { name: 'Page 3 of thesis.pdf' }).waitFor();
  await site.keyboard.press('Escape');
  await site.getByText('2 of 3 pages print.').waitFor();
  await screenshot(site, 'mixed-files-open');
  await site.getByRole('button', { name: 'Close the pages of thesis.pdf' }).press('Enter');
  await rowOf('thesis.pdf').getByText('2 pages').waitFor();
});

test('a file of an unsupported type is refused at once, and the others are uploaded [rows 331, 430]', async () => {
  const uploadBodies: string[] = [];
  const recordUpload = (request: Request) => {
    if (request.url().endsWith('/file-upload')) uploadBodies.push(request.postData() ?? '');
  };
  site.on('request', recordUpload);
  await drop([
    { name: 'film.mp4', type: 'video/mp4', bytes: Buffer.from('film') },
    { name: 'note.pdf', type: 'application/pdf', bytes: await aPdf({ pages: 1 }) },
  ]);
  await site.getByText('File type not supported', { exact: true }).waitFor();
  await site.getByText(/film\.mp4 cannot be printed/).waitFor();
  await rowOf('note.pdf').getByText('1 page').waitFor();
  site.off('request', recordUpload);
  expect(
    uploadBodies.map((body) => (JSON.parse(body) as { originalFileName: string }).originalFileName),
  ).toEqual(['note.pdf']);
});

test('the page shows the remaining room before it runs out, and advice when the list is full', async () => {
  const remainingRoom = site.getByText(/of 100 documents, \d+ MB left\.$/);
  expect(await remainingRoom.count()).toBe(0);
  await fillUp(97);
  await site.reload();
  await site.getByText(/^97 of 100 documents, \d+ MB left\.$/).waitFor();
  await site.getByRole('button', { name: 'Delete note.pdf' }).click();
  await site.getByText(/^96 of 100 documents/).waitFor();
  await fillUp(100);
  const aFile = (name: string) => ({ name, type: 'application/pdf', bytes: Buffer.from('%PDF-1.7') });
  await drop([aFile('one.pdf'), aFile('two.pdf')]);
  await site.getByText('File upload failed.', { exact: true }).waitFor();
  await site.getByText(/one\.pdf, two\.pdf: not sent\. You have no room left/).waitFor();
  await site.getByText('No room left. Delete a document to upload another.').waitFor();
});

/** Adds failed documents until the demo user has this many. */
async function fillUp(documents: number): Promise<void> {
  await world.query(
    `WITH owner AS (SELECT user_id AS id FROM addresses WHERE address = $1),
     made AS (
       INSERT INTO documents (owner_id, file_name, side, is_color, expires_at)
       SELECT owner.id, 'old ' || n || '.pdf', '1-Sided', false, app_now() + interval '2 days' FROM owner,
         generate_series(1, $2 - (SELECT count(*) FROM documents
           WHERE owner_id = owner.id AND deleted_at IS NULL)) AS n
       RETURNING id
     )
     INSERT INTO document_revisions (document_id, revision, state, media_type, reason)
     SELECT id, 1, 'failed', 'application/pdf', 'damaged' FROM made`,
    [world.demo.user.email, documents],
  );
}
