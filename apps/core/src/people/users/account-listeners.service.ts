import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** How an address was proven: by a mailed code, by a provider, or by staff. */
export type ProvenBy = 'code' | 'google' | 'microsoft' | 'apple' | 'operator';

/** An address that a person has just proven. */
export interface ProvenAddress {
  userId: string;
  /** As `asAddress` writes it. */
  address: string;
  provenBy: ProvenBy;
}

type Listener<T> = (tx: EntityManager, news: T) => Promise<void>;

/**
 * Tells other features about changes of accounts. A feature registers a listener, which runs in the
 * transaction of the change.
 */
@Injectable()
export class AccountListeners {
  private readonly onSecured: Listener<string>[] = [];
  private readonly onProven: Listener<ProvenAddress>[] = [];

  /**
   * Registers a listener that ends what was opened in the person's name. It runs when the password changes or
   * is disabled, and when the account is locked or erased.
   */
  whenSecured(listener: Listener<string>): void {
    this.onSecured.push(listener);
  }

  /** Registers a listener that gives the person what waits for a newly proven address. */
  whenProven(listener: Listener<ProvenAddress>): void {
    this.onProven.push(listener);
  }

  async secured(tx: EntityManager, userId: string): Promise<void> {
    for (const listener of this.onSecured) await listener(tx, userId);
  }

  async proven(tx: EntityManager, proven: ProvenAddress): Promise<void> {
    for (const listener of this.onProven) await listener(tx, proven);
  }
}
