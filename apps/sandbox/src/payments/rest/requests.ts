import type { Fields } from './form.js';

/** A request as the stand-in saw it; tests read what was asked. */
export interface SeenRequest {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly fields: Fields;
  readonly idempotencyKey: string | null;
  readonly apiVersion: string | null;
  /** Whether the answer was one of before, for the same idempotency key. */
  replayed: boolean;
  /** Absent as long as there is no answer. */
  status?: number;
}

const most = 5_000;

export class SeenRequests {
  readonly list: SeenRequest[] = [];

  add(request: SeenRequest): SeenRequest {
    this.list.push(request);
    if (this.list.length > most) this.list.shift();
    return request;
  }
}
