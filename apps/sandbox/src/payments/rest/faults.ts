import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

/** Something that goes wrong on demand with the next requests of a kind. */
export const faultSchema = z.object({
  method: z.enum(['GET', 'POST']).optional(),
  /** A pattern of the path: `^/v1/payment_intents$`. */
  path: z.string(),
  /** How many requests it hits. */
  times: z.number().int().positive().default(1),
  delayMs: z.number().int().nonnegative().default(0),
  /** The error's status; `cut` ends the connection without an answer; absent: nothing but the delay. */
  answer: z.union([z.number().int().min(400).max(599), z.literal('cut')]).optional(),
  /** Whether the request has had its effect by then. */
  when: z.enum(['before', 'after']).default('before'),
});
export type Fault = z.output<typeof faultSchema>;

export class Faults {
  private list: Fault[] = [];
  private end = new AbortController();

  add(fault: Fault): void {
    this.list.push({ ...fault });
  }

  /** Requests that wait go on at once. */
  clear(): void {
    this.list = [];
    this.end.abort();
    this.end = new AbortController();
  }

  /** As long as the fault holds its request up, unless all faults are cleared before. */
  async wait({ delayMs }: Fault): Promise<void> {
    const { signal } = this.end;
    await pause(delayMs, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  /** The fault that hits this request; it is used up by that. */
  next(method: string, path: string): Fault | undefined {
    const fault = this.list.find(
      (each) => (each.method ?? method) === method && new RegExp(each.path).test(path),
    );
    if (fault && (fault.times -= 1) === 0) this.list = this.list.filter((each) => each !== fault);
    return fault;
  }
}
