import { Module, type DynamicModule } from '@nestjs/common';
import { Registry } from 'prom-client';
import { CORE_CONFIG, type CoreConfig } from './config.js';
import { createLogger, LOGGER } from './logger.js';
import { METRICS } from './metrics.js';

/**
 * What every part of a process shares: its configuration, read once by whoever starts it, its one logger,
 * and its figures. The only
 * module of core's own that is visible everywhere, so that two processes in one test have each their own.
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
