import { Module } from '@nestjs/common';
import { loadConfig } from '@sixpence/config/load';
import { pino } from 'pino';
import { CORE_CONFIG, coreConfigSchema, type CoreConfig } from './config.js';
import { LOGGER } from './logger.js';

/** The environment, read once, and the process's one logger. */
@Module({
  providers: [
    { provide: CORE_CONFIG, useFactory: () => loadConfig(coreConfigSchema, process.env) },
    {
      provide: LOGGER,
      useFactory: (config: CoreConfig) => pino({ name: 'core', level: config.LOG_LEVEL }),
      inject: [CORE_CONFIG],
    },
  ],
  exports: [CORE_CONFIG, LOGGER],
})
export class ConfigModule {}
