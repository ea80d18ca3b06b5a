import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isContention } from './contention.js';

const maxTries = 3;
const longestPauseMs = 50;

/** The outermost door of everything that moves money: one transaction, tried again when others were in its way. */
@Injectable()
export class TransactionsService {
  constructor(private readonly database: DataSource) {}

  /** `work` may run up to three times, so that it must have no effect outside the transaction. */
  run<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.again(() => this.database.transaction(work));
  }

  /** The same for a single call, which is a transaction by itself, and for what is read before it. */
  async again<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (tries === maxTries || !isContention(error)) throw error;
        await sleep(Math.random() * longestPauseMs);
      }
    }
  }
}
