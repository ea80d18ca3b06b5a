import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CORE_CONFIG, type CoreConfig } from '../process/config.js';
import { dataSourceOptions } from './data-source.js';
import { TransactionsService } from './transactions.service.js';

/** PostgreSQL: the truth. Features inject TypeORM's `DataSource`, and what writes runs in `TransactionsService`. */
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [CORE_CONFIG],
      useFactory: (config: CoreConfig) => ({
        ...dataSourceOptions({ url: config.DATABASE_URL, poolSize: config.DATABASE_POOL }),
        autoLoadEntities: true,
        // Whoever starts a process has just migrated, or asks for one command: a database that is away is said at once.
        retryAttempts: 1,
      }),
    }),
  ],
  providers: [TransactionsService],
  exports: [TransactionsService],
})
export class DatabaseModule {}
