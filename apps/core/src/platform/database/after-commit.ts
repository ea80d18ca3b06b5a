import {
  EventSubscriber,
  type EntitySubscriberInterface,
  type QueryRunner,
  type TransactionCommitEvent,
} from 'typeorm';
import { runnerOf, type Queries } from './sql.js';

type Act = () => void;

const waiting = new WeakMap<QueryRunner, Act[]>();

/**
 * Does something once the transaction has committed, whoever began it, and never when it is rolled back; at once where
 * there is none. A process that dies in between does not do it: what must happen is a row of the transaction. `act` must
 * not throw, because the change is real by then.
 */
export function afterCommit(queries: Queries, act: Act): void {
  const runner = runnerOf(queries);
  if (!runner?.isTransactionActive) {
    act();
    return;
  }
  const acts = waiting.get(runner);
  if (acts) acts.push(act);
  else waiting.set(runner, [act]);
}

/** TypeORM tells it of every end of a transaction. */
@EventSubscriber()
export class CommitListener implements EntitySubscriberInterface {
  afterTransactionCommit({ queryRunner }: TransactionCommitEvent): void {
    // The end of a savepoint is no commit.
    if (queryRunner.isTransactionActive) return;
    const acts = waiting.get(queryRunner) ?? [];
    waiting.delete(queryRunner);
    for (const act of acts) act();
  }

  afterTransactionRollback({ queryRunner }: TransactionCommitEvent): void {
    if (!queryRunner.isTransactionActive) waiting.delete(queryRunner);
  }
}
