import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

/** A fault that a test requests for the next requests of a kind. */
export const faultSchema = z.object({
  method: z.enum(['GET', 'POST']).optional(),
  /** A regular expression for the path: `^/v1/payment_intents$`. */
  path: z.string(),
  /** The number of requests that the fault affects. */
  times: z.number().int().positive().default(1),
  delayMs: z.number().int().nonnegative().default(0),
  /**
   * The status of the error; `cut` ends the connection without an answer; if absent, the fault is only a
   * delay.
   */
  answer: z.union([z.number().int().min(400).max(599), z.literal('cut')]).optional(),
  /** Whether the fault comes before or after the effect of the request. */
  when: z.enum(['before', 'after']).default('before'),
});
export type Fault = z.output<typeof faultSchema>;

export class Faults {
  private list: Fault[] = [];
  private end = new AbortController();

  add(fault: Fault): void {
    this.list.push({ ...fault });
  }

  /** Removes all faults. Delayed requests continue at once. */
  clear(): void {
    this.list = [];
    this.end.abort();
    this.end = new AbortController();
  }

  /** Waits for the delay of the fault, or until all faults are cleared. */
  async wait({ delayMs }: Fault): Promise<void> {
    const { signal } = this.end;
    await pause(delayMs, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  /** The fault that affects this request. The call uses up one of its `times`. */
  takeFault(method: string, path: string): Fault | undefined {
    const fault = this.list.find(
      (each) => (each.method ?? method) === method && new RegExp(each.path).test(path),
    );
    if (fault && (fault.times -= 1) === 0) this.list = this.list.filter((each) => each !== fault);
    return fault;
  }
}
