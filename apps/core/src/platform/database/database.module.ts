import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CORE_CONFIG, type CoreConfig } from '../process/config.js';
import { dataSourceOptions } from './data-source.js';
import { TransactionsService } from './transactions.service.js';

/**
 * PostgreSQL, the source of truth. Features inject TypeORM's `DataSource`, and write inside
 * `TransactionsService`.
 */
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [CORE_CONFIG],
      useFactory: (config: CoreConfig) => ({
        ...dataSourceOptions({ url: config.DATABASE_URL, poolSize: config.DATABASE_POOL }),
        // No retries: core has just migrated, and staff wait for the result of an operator's command, so an
        // unreachable database fails at once.
        retryAttempts: 1,
      }),
    }),
  ],
  providers: [TransactionsService],
  exports: [TransactionsService],
})
export class DatabaseModule {}
