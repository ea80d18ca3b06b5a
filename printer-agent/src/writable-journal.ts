import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isDiskTrouble } from './journal/disk-trouble.js';
import { Journal } from './journal/journal.js';
import { showOutOfOrder } from './panel/out-of-order.js';
import type { PanelAddress } from './panel/panel-address.js';

/** The interval between two tries to open the journal. */
const retryMs = 5_000;

interface Parts {
  readonly addresses: readonly PanelAddress[];
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/**
 * Opens the journal as soon as the disk takes writes, because nothing may be printed without it. Until then
 * the box serves an out-of-order page at all its addresses.
 * @throws Error when another agent has the folder open, or the signal aborts
 */
export async function writableJournal(path: string, { addresses, log, signal }: Parts): Promise<Journal> {
  await using outOfOrderPages = new AsyncDisposableStack();
  for (let attempt = 0; ; attempt += 1) {
    try {
      return new Journal(path);
    } catch (error) {
      if (!isDiskTrouble(error)) throw error;
      log.error(
        { err: error, path },
        'The journal cannot be written, so this box prints nothing. Make its disk writable and free space on it; the box goes on by itself',
      );
    }
    if (attempt === 0) for (const address of addresses) outOfOrderPages.defer(await showOutOfOrder(address));
    await sleep(retryMs, undefined, { signal });
  }
}
