import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isContention } from './contention.js';

const maxTries = 3;
const longestPauseMs = 50;

/** Runs transactions, and retries them after contention. Every transaction that moves money runs here. */
@Injectable()
export class TransactionsService {
  constructor(private readonly database: DataSource) {}

  /** `work` may run up to three times, so it must have no effect outside the transaction. */
  run<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.retryOnContention(() => this.database.transaction(work));
  }

  /** Retries work that is not in a transaction: one writing statement, and the reads before it. */
  async retryOnContention<T>(work: () => Promise<T>): Promise<T> {
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
