import type { MailRecord } from '@sixpence/sandbox/mailbox/mail-store';
import { eventually } from '../eventually.js';

/**
 * Waits until the mailbox has this many mails to an address.
 * @returns the code in the newest of them
 */
export async function codeTo(mailbox: { url: string }, address: string, mails = 1): Promise<string> {
  const text = await eventually(async () => {
    const all = (await (await fetch(`${mailbox.url}/email`)).json()) as MailRecord[];
    const theirs = all.filter(({ to }) => to.some((receiver) => receiver.address === address));
    return theirs.length === mails ? theirs.at(-1)?.text : undefined;
  });
  return /\b\d{6}\b/.exec(text)?.[0] ?? '';
}

/** Six digits that differ from the code. */
export const notQuite = (code: string): string =>
  code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));
