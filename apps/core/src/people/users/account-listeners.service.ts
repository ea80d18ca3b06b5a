import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProvenBy } from './address.entity.js';

/** An address that has just become a person's. */
export interface ProvenAddress {
  userId: string;
  /** As `asAddress` writes it. */
  address: string;
  provenBy: ProvenBy;
}

type Listener<T> = (tx: EntityManager, news: T) => Promise<void>;

/** What happens to accounts, for features that accounts know nothing of: they register, and act in its transaction. */
@Injectable()
export class AccountListeners {
  private readonly onSecured: Listener<string>[] = [];
  private readonly onProven: Listener<ProvenAddress>[] = [];

  /** The listener ends whatever was opened in the person's name: they have chosen a new password. */
  whenSecured(listener: Listener<string>): void {
    this.onSecured.push(listener);
  }

  /** The listener gives the person what waits for their address. */
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
