import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
