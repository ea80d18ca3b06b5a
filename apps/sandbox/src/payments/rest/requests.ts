import type { Fields } from './form.js';

/** A request that the stand-in received. Tests read it. */
export interface SeenRequest {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly fields: Fields;
  readonly idempotencyKey: string | null;
  readonly apiVersion: string | null;
  /** Whether the answer was stored earlier for the same idempotency key. */
  replayed: boolean;
  /** Absent until the request is answered. */
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
