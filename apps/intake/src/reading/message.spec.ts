import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readMessage } from './message.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'message-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a full disk during reading is an error of the system, not of the mail', async () => {
  const mail = join(folder, 'mail');
  writeFileSync(mail, 'Content-Type: application/pdf; name=a.pdf\r\n\r\n%PDF\r\n');
  symlinkSync('/dev/full', join(folder, 'part-1'));
  const read = readMessage(mail, { folder, wants: () => true, mostParts: 100 });
  await expect(read).rejects.toMatchObject({ code: 'ENOSPC' });
});

test('wanted attachments are written to files; the others are read to the end, and only counted', async () => {
  const mail = join(folder, 'mail');
  const part = (type: string, disposition: string, content: string) =>
    `--b\r\nContent-Type: ${type}\r\n${disposition}\r\n${content}\r\n`;
  const parts = [
    part('Application/PDF; name=a.pdf', 'Content-Disposition: attachment\r\n', '%PDF'),
    part('application/zip', 'Content-Disposition: attachment; filename=b.zip\r\n', 'PK'),
    part('image/png', 'Content-Disposition: inline\r\n', 'inline'),
    `--b\r\nContent-Type: multipart/related; boundary=r\r\n\r\n--r\r\nContent-Type: text/html\r\n\r\n<b>\r\n` +
      '--r\r\nContent-Type: image/jpeg\r\nContent-ID: <1>\r\n\r\nrelated\r\n--r--\r\n',
  ];
  writeFileSync(mail, `Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts.join('')}--b--\r\n`);
  const { attachments } = await readMessage(mail, {
    folder,
    wants: ({ contentType }) => contentType !== 'application/zip',
    mostParts: 100,
  });
  const file = (number: number) => join(folder, `part-${number}`);
  expect(attachments).toEqual([
    { name: 'a.pdf', contentType: 'application/pdf', isInline: false, byteLength: 4, file: file(1) },
    { name: 'b.zip', contentType: 'application/zip', isInline: false, byteLength: 2 },
    { name: '', contentType: 'image/png', isInline: true, byteLength: 6, file: file(3) },
    { name: '', contentType: 'image/jpeg', isInline: true, byteLength: 7, file: file(4) },
  ]);
  expect(readFileSync(file(3), 'latin1')).toBe('inline');
  expect(statSync(file(1)).mode & 0o777).toBe(0o600);
});

test.each([
  ['Date: Sun, 22 Nov 2026 12:00:00 +0000', 'Sun, 22 Nov 2026 12:00:00 +0000'],
  ['Date:  Sonntag, 22. Nov\u00e9mber\u0007  ', 'Sonntag, 22. Novmber'],
  [`Date: ${'1'.repeat(200)}`, '1'.repeat(94)],
  ['X-Date: today', ''],
])('the date of a mail with %j is %j', async (line, date) => {
  const mail = join(folder, 'mail');
  writeFileSync(mail, `${line}\r\n\r\nText\r\n`);
  expect(await readMessage(mail, { folder, wants: () => true, mostParts: 100 })).toMatchObject({ date });
});
