import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from './limits.js';

const ours = 'sixpence-intake-';

/** One mail in the spool. Its folder is deleted after the answer. */
export interface SpooledMail {
  folder: string;
  /** The file for the mail itself. */
  file: string;
  /** To be called before these bytes are written. */
  grow(bytes: number): void;
  /** The last byte has arrived: from now on unfinished mails of its network give way first. */
  hasCome(): void;
  /** From now on the mail stays until its answer. */
  isProven(): void;
  free(): Promise<void>;
}

interface Held {
  network: string;
  bytes: number;
  stage: 'coming' | 'come' | 'proven';
  giveWay: () => void;
}

/**
 * The folder that holds each mail until its answer. It is in memory and limited in bytes. A crash leaves
 * files, which the next start deletes.
 */
export class Spool {
  private readonly folder: string;
  private readonly held = new Set<Held>();
  private count = 0;

  constructor(within: string) {
    removeForgotten(within);
    this.folder = mkdtempSync(join(within, `${ours}${process.pid}-`));
  }

  /**
   * Adds a mail of this network. `giveWay` ends it when the spool is full. The first to give way is, in the
   * network with the most bytes, the largest mail that is still arriving, or else the largest unproven one.
   * Only a proven mail is safe, because large forged mails cost a sender nothing.
   */
  addMail(network: string, giveWay: () => void): SpooledMail {
    this.count += 1;
    const folder = join(this.folder, String(this.count));
    mkdirSync(folder, { mode: 0o700 });
    const held: Held = { network, bytes: 0, stage: 'coming', giveWay };
    this.held.add(held);
    return {
      folder,
      file: join(folder, 'mail'),
      grow: (bytes) => {
        held.bytes += bytes;
        this.makeRoom();
      },
      hasCome: () => {
        held.stage = 'come';
      },
      isProven: () => {
        held.stage = 'proven';
      },
      free: async () => {
        try {
          await rm(folder, { recursive: true, force: true });
        } finally {
          this.held.delete(held);
        }
      },
    };
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private makeRoom(): void {
    while (sumOf([...this.held]) > limits.spoolBytes) {
      const first = this.firstToGo();
      if (!first) return;
      // Its file is deleted with its answer, in a moment.
      this.held.delete(first);
      first.giveWay();
    }
  }

  private firstToGo(): Held | undefined {
    const all = [...this.held];
    const ofNetwork = (network: string) => sumOf(all.filter((each) => each.network === network));
    return all
      .filter(({ stage }) => stage !== 'proven')
      .sort(
        (a, b) =>
          ofNetwork(b.network) - ofNetwork(a.network) ||
          Number(a.stage === 'come') - Number(b.stage === 'come') ||
          b.bytes - a.bytes,
      )[0];
  }
}

function sumOf(mails: readonly Held[]): number {
  return mails.reduce((sum, { bytes }) => sum + bytes, 0);
}

function removeForgotten(within: string): void {
  for (const name of readdirSync(within)) {
    const [, pid] = new RegExp(`^${ours}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`))
      rmSync(join(within, name), { recursive: true, force: true });
  }
}
