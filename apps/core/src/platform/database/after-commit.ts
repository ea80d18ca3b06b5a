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
 * Calls `act` after the transaction has committed, and never after a rollback; immediately when there is no
 * transaction. A process that dies in between never calls it: an effect that must happen is a row of the
 * transaction. `act` must not throw, because the change has committed by then.
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

/** TypeORM calls this subscriber after every commit and rollback. */
@EventSubscriber()
export class CommitListener implements EntitySubscriberInterface {
  afterTransactionCommit({ queryRunner }: TransactionCommitEvent): void {
    // Releasing a savepoint is not a commit.
    if (queryRunner.isTransactionActive) return;
    const acts = waiting.get(queryRunner) ?? [];
    waiting.delete(queryRunner);
    for (const act of acts) act();
  }

  afterTransactionRollback({ queryRunner }: TransactionCommitEvent): void {
    if (!queryRunner.isTransactionActive) waiting.delete(queryRunner);
  }
}
