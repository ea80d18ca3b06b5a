import 'reflect-metadata';
import { ConfigError, loadConfig } from '@sixpence/config/load';
import { pino } from 'pino';
import { coreConfigSchema } from './config.js';
import { createApp } from './create-app.js';
import { migrate } from './database/migrate.js';

/** Core: the HTTP API, the sockets of browsers and agents, the ledger, and the outbox's relay. */
try {
  const config = loadConfig(coreConfigSchema, process.env);
  const logger = pino({ name: 'core', level: config.LOG_LEVEL });
  await migrate(config.DATABASE_URL);
  const app = await createApp();
  await app.listen(config.PORT, config.HOST);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      logger.info('draining');
      void app.close().then(() => process.exit(0));
    });
  }
  logger.info({ address: config.PUBLIC_URL }, 'ready');
} catch (error) {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else pino({ name: 'core' }).fatal({ err: error }, 'core cannot start');
  process.exit(1);
}
