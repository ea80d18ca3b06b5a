import type { SentBytes } from '../storage/request-bytes.js';
import { displaced } from '../storage/storage.service.js';

interface Receiver {
  stop: SentBytes['stop'];
  /** Never rejects. */
  ended: Promise<void>;
}

/**
 * Allows one receiver at a time for each file. The newest displaces the earlier one, and begins when that one
 * has ended.
 */
export class Receivers {
  private readonly newest = new Map<string, Receiver>();

  /**
   * @throws the errors of `work`; Refusal `storage.displaced` when a newer receiver began while this one was
   *   reading
   */
  async receiveFile(file: string, stop: SentBytes['stop'], work: () => Promise<void>): Promise<void> {
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
