import { DataSource, type DataSourceOptions } from 'typeorm';
import { CommitListener } from './after-commit.js';
import { SnakeCaseColumns } from './column-names.js';
import { migrations } from './migrations/index.js';
import { exactNumbers } from './numbers.js';

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  entities?: DataSourceOptions['entities'];
  /** How long one statement may take; 0 is for as long as it takes. */
  statementMs?: number;
}

/**
 * How every process opens the database: migrations only, a bounded pool, and deadlines, so that a database which is
 * slow or away gives an error instead of a pile of waiting requests.
 */
export function dataSourceOptions(options: DatabaseOptions) {
  return {
    type: 'postgres' as const,
    url: options.url,
    migrations,
    migrationsTransactionMode: 'each' as const,
    entities: options.entities ?? [],
    subscribers: [CommitListener],
    namingStrategy: new SnakeCaseColumns(),
    // The database makes ids by itself; TypeORM would add an extension for it.
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

export function createDataSource(options: DatabaseOptions): DataSource {
  return new DataSource(dataSourceOptions(options));
}
