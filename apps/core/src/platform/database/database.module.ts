import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CORE_CONFIG, type CoreConfig } from '../process/config.js';
import { moduleOptions } from './data-source.js';
import { TransactionsService } from './transactions.service.js';

/**
 * PostgreSQL, the source of truth. Features inject TypeORM's `DataSource`, and write inside
 * `TransactionsService`.
 */
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [CORE_CONFIG],
      useFactory: ({ DATABASE_URL: url, DATABASE_POOL: poolSize }: CoreConfig) => {
        return moduleOptions({ url, poolSize });
      },
    }),
  ],
  providers: [TransactionsService],
  exports: [TransactionsService],
})
export class DatabaseModule {}
