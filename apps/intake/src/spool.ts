import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from './limits.js';

const folderPrefix = 'sixpence-intake-';

/** One mail in the spool. Its folder is deleted after the answer. */
export interface SpooledMail {
  folder: string;
  /** The file for the mail itself. */
  file: string;
  /** Call this before the bytes are written. */
  grow(bytes: number): void;
  /** The last byte has arrived: from now on a full spool drops arriving mails of this network first. */
  markReceived(): void;
  /** A proven mail stays until its answer. */
  markProven(): void;
  free(): Promise<void>;
}

interface StoredMail {
  network: string;
  bytes: number;
  stage: 'arriving' | 'received' | 'proven';
  drop: () => void;
}

/**
 * The folder that holds each mail until its answer. It is in memory and limited in bytes. A crash leaves
 * files, which the next start deletes.
 */
export class Spool {
  private readonly folder: string;
  private readonly mails = new Set<StoredMail>();
  private count = 0;

  constructor(within: string) {
    removeLeftovers(within);
    this.folder = mkdtempSync(join(within, `${folderPrefix}${process.pid}-`));
  }

  /**
   * Adds a mail of this network. When the spool is full, it chooses the network with the most bytes, and
   * calls `drop` for its largest mail that is still arriving, or else for its largest unproven mail. It drops
   * no proven mail, because only forged mails cost a sender nothing.
   */
  addMail(network: string, drop: () => void): SpooledMail {
    this.count += 1;
    const folder = join(this.folder, String(this.count));
    mkdirSync(folder, { mode: 0o700 });
    const mail: StoredMail = { network, bytes: 0, stage: 'arriving', drop };
    this.mails.add(mail);
    return {
      folder,
      file: join(folder, 'mail'),
      grow: (bytes) => {
        mail.bytes += bytes;
        this.dropUntilItFits();
      },
      markReceived: () => {
        mail.stage = 'received';
      },
      markProven: () => {
        mail.stage = 'proven';
      },
      free: async () => {
        try {
          await rm(folder, { recursive: true, force: true });
        } finally {
          this.mails.delete(mail);
        }
      },
    };
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private dropUntilItFits(): void {
    while (sumOf([...this.mails]) > limits.spoolBytes) {
      const mail = this.mailToDrop();
      if (!mail) return;
      // Its file is deleted soon, when the mail is answered.
      this.mails.delete(mail);
      mail.drop();
    }
  }

  private mailToDrop(): StoredMail | undefined {
    const all = [...this.mails];
    const ofNetwork = (network: string) => sumOf(all.filter((each) => each.network === network));
    return all
      .filter(({ stage }) => stage !== 'proven')
      .sort(
        (a, b) =>
          ofNetwork(b.network) - ofNetwork(a.network) ||
          Number(a.stage === 'received') - Number(b.stage === 'received') ||
          b.bytes - a.bytes,
      )[0];
  }
}

function sumOf(mails: readonly StoredMail[]): number {
  return mails.reduce((sum, { bytes }) => sum + bytes, 0);
}

function removeLeftovers(within: string): void {
  for (const name of readdirSync(within)) {
    const [, pid] = new RegExp(`^${folderPrefix}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`))
      rmSync(join(within, name), { recursive: true, force: true });
  }
}
