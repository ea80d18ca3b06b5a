import { DataSource, type DataSourceOptions } from 'typeorm';
import { CommitListener } from './after-commit.js';
import { migrations } from './migrations/index.js';
import { exactNumbers } from './numbers.js';

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  /** The longest time of one statement; 0 means no limit. 5 s by default. */
  statementMs?: number;
}

/**
 * The options with which every process opens the database: migrations instead of `synchronize`, a bounded
 * pool, and deadlines. So a slow or unreachable database gives errors instead of a growing queue.
 */
export function dataSourceOptions(options: DatabaseOptions) {
  return {
    type: 'postgres' as const,
    url: options.url,
    migrations,
    migrationsTransactionMode: 'each' as const,
    subscribers: [CommitListener],
    // PostgreSQL makes uuids itself. With another value TypeORM would install an extension.
    uuidExtension: 'pgcrypto' as const,
    installExtensions: false,
    poolSize: options.poolSize,
    extra: {
      connectionTimeoutMillis: 5_000,
      statement_timeout: options.statementMs ?? 5_000,
      lock_timeout: 2_000,
      idle_in_transaction_session_timeout: 10_000,
      application_name: 'sixpence',
      types: exactNumbers,
    },
  } satisfies DataSourceOptions;
}

/**
 * The options of the database for Nest's module. Nest connects once: core has just migrated, and staff wait
 * for the result of an operator's command, so an unreachable database fails at once.
 */
export function moduleOptions(options: DatabaseOptions) {
  return { ...dataSourceOptions(options), retryAttempts: 1 };
}

export function createDataSource(options: DatabaseOptions): DataSource {
  return new DataSource(dataSourceOptions(options));
}
