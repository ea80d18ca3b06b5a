import type { SentBytes } from '../storage/request-bytes.js';
import { displaced } from '../storage/storage.service.js';

interface Receiver {
  stop: SentBytes['stop'];
  /** Never rejects. */
  ended: Promise<void>;
}

/** One receiver at a time for each file: the newest displaces the one before, and begins when that one has ended. */
export class Receivers {
  /** The newest of each file. */
  private readonly newest = new Map<string, Receiver>();

  /** @throws whatever `work` throws, which is Refusal `storage.displaced` when it was still reading as a newer one came */
  async receive(file: string, stop: SentBytes['stop'], work: () => Promise<void>): Promise<void> {
    const before = this.newest.get(file);
    before?.stop(displaced());
    const working = before ? before.ended.then(work) : work();
    const receiver = { stop, ended: working.catch(() => undefined) };
    this.newest.set(file, receiver);
    try {
      await working;
    } finally {
      if (this.newest.get(file) === receiver) this.newest.delete(file);
    }
  }
}
