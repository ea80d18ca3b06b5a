import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

type Listener = (tx: EntityManager, userId: string) => Promise<void>;

/** What happens to accounts, for features that accounts know nothing of: they register, and act in its transaction. */
@Injectable()
export class AccountListeners {
  private readonly onSecured: Listener[] = [];

  /** The listener ends whatever was opened in the person's name: they have chosen a new password. */
  whenSecured(listener: Listener): void {
    this.onSecured.push(listener);
  }

  async secured(tx: EntityManager, userId: string): Promise<void> {
    for (const listener of this.onSecured) await listener(tx, userId);
  }
}
