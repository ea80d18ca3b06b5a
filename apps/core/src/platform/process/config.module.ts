import { Module, type DynamicModule } from '@nestjs/common';
import { Registry } from 'prom-client';
import { CORE_CONFIG, type CoreConfig } from './config.js';
import { createLogger, LOGGER } from './logger.js';
import { METRICS } from './metrics.js';

/**
 * Provides the configuration, the logger, and the metrics of a process to all modules. It is our only global
 * module. It is made for each process, so that two processes in one test have separate configurations.
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
