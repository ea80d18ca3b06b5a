import { EventEmitter } from 'node:events';
import type Stripe from 'stripe';
import { apiVersion } from '../api-version.js';
import { newId } from './ids.js';
import type { KeptFile } from './kept-file.js';
import type { Kept, Kind, Kinds } from './kept.js';
import { missing } from './problem.js';

/** A reference from one object to another. The stand-in always uses the id. */
export type Reference = string | { readonly id: string } | null;

/** The request that caused an event. */
export type Origin = Stripe.Event.Request;

/**
 * The objects of the stand-in by id, youngest last, stored in a file if one is given. Each change emits an
 * event, as at Stripe.
 */
export class Book {
  private readonly objects = new Map<string, Kept>();
  private readonly events = new EventEmitter<{ event: [Stripe.Event] }>();
  private origin: Origin | null = null;

  constructor(private readonly file?: KeptFile) {
    for (const object of file?.read() ?? []) this.objects.set(keyOf(object), object);
    file?.compact(this.objects.values());
  }

  /** Seconds since 1970. */
  get now(): number {
    return Math.floor(Date.now() / 1_000);
  }

  find<K extends Kind>(kind: K, reference: Reference): Kinds[K] | undefined {
    return this.objects.get(`${kind} ${idOf(reference)}`) as Kinds[K] | undefined;
  }

  /** @throws Problem 404 */
  get<K extends Kind>(kind: K, reference: Reference, param?: string): Kinds[K] {
    const found = this.find(kind, reference);
    if (!found) throw missing(kind, idOf(reference), param);
    return found;
  }

  /** Newest first. */
  all<K extends Kind>(kind: K): Kinds[K][] {
    const kept = [...this.objects.values()].filter((object): object is Kinds[K] => object.object === kind);
    return kept.reverse();
  }

  /** Stores a new object, or a new state of an object. */
  keep<T extends Kept>(object: T): T {
    this.objects.set(keyOf(object), object);
    this.file?.add(object);
    return object;
  }

  /**
   * Marks this request as the origin of the events of `work`. `work` is synchronous, so requests never mix.
   */
  during<T>(origin: Origin, work: () => T): T {
    this.origin = origin;
    try {
      return work();
    } finally {
      this.origin = null;
    }
  }

  /** Emits an event about an object, with the object's present state. */
  emitEvent(type: Stripe.Event['type'], object: Kept): void {
    const event = {
      id: newId('evt'),
      object: 'event',
      api_version: apiVersion,
      created: this.now,
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: this.origin,
      type,
    } as Stripe.Event;
    this.events.emit('event', this.keep(event));
  }

  onEvent(listener: (event: Stripe.Event) => void): void {
    this.events.on('event', listener);
  }
}

function idOf(reference: Reference): string {
  return typeof reference === 'string' ? reference : (reference?.id ?? '');
}

function keyOf({ object, id }: Kept): string {
  return `${object} ${id}`;
}
