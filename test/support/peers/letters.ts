import { mailKey } from '@sixpence/core/platform/mail/mail.service';
import { openLetter } from '@sixpence/core/platform/mail/sealed-letter';
import type { Letter } from '@sixpence/core/platform/mail/letter';
import type { CoreApp } from '../core/core-app.js';

/** Mails to an address, oldest first. They stay in the queue, as there is no mail server. */
export async function lettersTo(core: CoreApp, address: string): Promise<Letter[]> {
  const rows: { id: string; sealed: Buffer }[] = await core.database.query(
    'SELECT id, sealed FROM outgoing_mails WHERE sealed IS NOT NULL ORDER BY created_at',
  );
  const key = mailKey(core.config);
  return rows.map(({ id, sealed }) => openLetter(key, id, sealed)).filter(({ to }) => to === address);
}

/** The code in the latest mail to an address that contains one. */
export async function mailedCode(core: CoreApp, address: string): Promise<string> {
  const codes = (await lettersTo(core, address)).flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? []);
  return codes.at(-1) ?? 'no code';
}

/** The token of the link that stops a change, from the latest mail to an address with such a link. */
export async function stopToken(core: CoreApp, address: string): Promise<string> {
  const tokens = (await lettersTo(core, address)).map(({ text }) => /\/stop-change#([\w-]+)/.exec(text)?.[1]);
  return tokens.filter((token) => token !== undefined).at(-1) ?? 'no link';
}
