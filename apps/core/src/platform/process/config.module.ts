import { Module, type DynamicModule } from '@nestjs/common';
import { Registry } from 'prom-client';
import { CORE_CONFIG, type CoreConfig } from './config.js';
import { createLogger, LOGGER } from './logger.js';
import { METRICS } from './metrics.js';

/**
 * All parts of a process share its configuration, its logger, and its metrics. The only global module of
 * ours, so that two processes in one test have separate ones.
 */
@Module({})
export class ConfigModule {
  static with(config: CoreConfig): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [
        { provide: CORE_CONFIG, useValue: config },
        { provide: LOGGER, useValue: createLogger(config.LOG_LEVEL) },
        { provide: METRICS, useValue: new Registry() },
      ],
      exports: [CORE_CONFIG, LOGGER, METRICS],
    };
  }
}
