import { ConfigError, loadConfig } from '@sixpence/config/load';
import { pino } from 'pino';
import { intakeConfigSchema } from './config.js';
import { makeSmtpServer } from './smtp-server.js';
import { CoreClient } from './core-client.js';
import { Deliveries } from './delivery.js';
import { NameServers } from './name-servers.js';
import { Readers } from './readers.js';
import { Spool } from './spool.js';

/** The number of mails that are read at the same time. */
const readersAtOnce = 2;

/**
 * The intake. Mails to the print address become documents of their proven senders. It holds no key and no
 * database, and talks to core only.
 */
try {
  const config = loadConfig(intakeConfigSchema, process.env);
  const logger = pino({ name: 'intake', level: config.LOG_LEVEL });
  const spool = new Spool(config.SPOOL_DIR);
  const readers = new Readers(readersAtOnce, { sealers: config.TRUSTED_SEALERS });
  const names = new NameServers(config.DNS_SERVERS);
  const core = new CoreClient({ url: config.CORE_URL, token: config.INTAKE_TOKEN });
  const deliveries = new Deliveries({ spool, readers, names, core, site: config.PUBLIC_URL, logger });
  const server = makeSmtpServer({ config, deliveries, logger });

  const stop = () => {
    // A mail under way is answered. If it takes longer than `closeTimeout`, its connection is closed, and its
    // sender sends it again.
    server.close(() => {
      readers.close();
      spool.close();
      process.exit(0);
    });
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  server.listen(config.INTAKE_PORT, config.HOST, () => {
    logger.info({ port: config.INTAKE_PORT }, 'ready');
  });
} catch (error) {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else pino({ name: 'intake' }).fatal({ err: error }, 'the intake cannot start');
  process.exit(1);
}
