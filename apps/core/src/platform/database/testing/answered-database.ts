import type { DataSource } from 'typeorm';

/** PostgreSQL's answer to a statement, as the driver gives it: the rows, and how many rows were changed. */
interface StatementAnswer {
  rows: readonly object[];
  rowCount?: number;
}

/** Answers a statement, whose text has `$1` in place of the first of its values. */
type Answer = (text: string, values: never[]) => Promise<StatementAnswer>;

/** A database that answers each statement with `answer`, on its own and in a transaction. */
export function answeredDatabase(answer: Answer): DataSource {
  const client = {
    query: ({ text, values }: { text: string; values: never[] }) => answer(text, values),
    on: () => client,
    off: () => client,
    release: () => undefined,
  };
  const connect = () => Promise.resolve(client);
  const transaction = { isTransactionActive: true, connect };
  const database = {
    driver: { master: { connect } },
    transaction: (work: (tx: typeof transaction) => Promise<unknown>) => work(transaction),
  };
  return database as unknown as DataSource;
}
