import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CORE_CONFIG, type CoreConfig } from '../config.js';
import { ConfigModule } from '../config.module.js';
import { dataSourceOptions } from './data-source.js';

/** PostgreSQL: the truth. Features inject TypeORM's `DataSource`. */
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      imports: [ConfigModule],
      inject: [CORE_CONFIG],
      useFactory: (config: CoreConfig) => ({
        ...dataSourceOptions({ url: config.DATABASE_URL, poolSize: config.DATABASE_POOL }),
        autoLoadEntities: true,
        retryAttempts: 60,
        retryDelay: 1_000,
      }),
    }),
  ],
})
export class DatabaseModule {}
