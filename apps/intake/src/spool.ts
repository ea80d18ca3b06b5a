import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from './limits.js';

const ours = 'sixpence-intake-';

/** One mail's place in the spool: a folder that goes with the answer. */
export interface Place {
  folder: string;
  /** Where the mail itself is written. */
  mail: string;
  free(): Promise<void>;
}

/** Where mails lie until they are answered: in memory, in so many places. What a crash left is removed at the next start. */
export class Spool {
  private readonly folder: string;
  /** The network that each mail in the spool has come from. */
  private readonly taken = new Set<{ network: string }>();
  private count = 0;

  constructor(within: string) {
    removeForgotten(within);
    this.folder = mkdtempSync(join(within, `${ours}${process.pid}-`));
  }

  /**
   * Whether a mail from this network (`networkOf`) finds no place. None has more of them than are left for all others, or two
   * slow senders would keep everybody out.
   */
  isFullFor(network: string): boolean {
    const ofIt = [...this.taken].filter((each) => each.network === network);
    return ofIt.length >= limits.mailsAtOnce - this.taken.size;
  }

  /** Undefined when all places are taken, or all that this network may have. */
  take(network: string): Place | undefined {
    if (this.isFullFor(network)) return undefined;
    this.count += 1;
    const folder = join(this.folder, String(this.count));
    mkdirSync(folder, { mode: 0o700 });
    const holder = { network };
    this.taken.add(holder);
    const free = async () => {
      try {
        await rm(folder, { recursive: true, force: true });
      } finally {
        this.taken.delete(holder);
      }
    };
    return { folder, mail: join(folder, 'mail'), free };
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function removeForgotten(within: string): void {
  for (const name of readdirSync(within)) {
    const [, pid] = new RegExp(`^${ours}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`))
      rmSync(join(within, name), { recursive: true, force: true });
  }
}
