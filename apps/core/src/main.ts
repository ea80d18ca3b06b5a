import 'reflect-metadata';
import { ConfigError, loadConfig } from '@sixpence/config/load';
import { coreConfigSchema } from './platform/process/config.js';
import { createApp } from './create-app.js';
import { migrate } from './platform/database/migrate.js';
import { checkRole } from './platform/database/role.js';
import { createLogger } from './platform/process/logger.js';
import { nodeWarning } from './platform/process/node-support.js';
import { proxyWarning } from './platform/process/unnamed-proxy.js';

/** Starts core: HTTP API, sockets of browsers and agents, ledger, relay of the outbox. */
try {
  const config = loadConfig(coreConfigSchema, process.env);
  const logger = createLogger(config.LOG_LEVEL);
  for (const warning of [
    nodeWarning(process.versions.node, config.PUBLIC_URL, new Date()),
    proxyWarning(config),
  ]) {
    if (warning !== undefined) logger.warn(warning);
  }
  const { replaced } = await migrate(config);
  if (replaced.length > 0) {
    logger.warn(
      { functions: replaced },
      'replaced functions in the database that differed from their source',
    );
  }
  await checkRole(config, logger);
  const app = await createApp(config);
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
  else createLogger('info').fatal({ err: error }, 'core cannot start');
  process.exit(1);
}
