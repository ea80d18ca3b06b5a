import { mailKey } from '@sixpence/core/platform/mail/mail.service';
import { openLetter } from '@sixpence/core/platform/mail/sealed-letter';
import type { Letter } from '@sixpence/core/platform/mail/letter';
import type { CoreApp } from '../core/core-app.js';

/** What was mailed to an address, the oldest first; it waits here, as there is no mail server. */
export async function lettersTo(core: CoreApp, address: string): Promise<Letter[]> {
  const rows: { id: string; sealed: Buffer }[] = await core.database.query(
    'SELECT id, sealed FROM outgoing_mails WHERE sealed IS NOT NULL ORDER BY created_at',
  );
  const key = mailKey(core.config);
  return rows.map(({ id, sealed }) => openLetter(key, id, sealed)).filter(({ to }) => to === address);
}

/** The code of the latest mail to an address that brings one. */
export async function mailedCode(core: CoreApp, address: string): Promise<string> {
  const codes = (await lettersTo(core, address)).flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? []);
  return codes.at(-1) ?? 'no code';
}

/** What the latest mail to an address leads to that lets a change be stopped. */
export async function stopToken(core: CoreApp, address: string): Promise<string> {
  const tokens = (await lettersTo(core, address)).map(({ text }) => /\/stop-change#([\w-]+)/.exec(text)?.[1]);
  return tokens.filter((token) => token !== undefined).at(-1) ?? 'no link';
}
