import { ConfigError, loadConfig } from '@sixpence/config/load';
import { natsAccess } from '@sixpence/messaging/access';
import { Messaging } from '@sixpence/messaging/messaging';
import { pino } from 'pino';
import { converterConfigSchema } from './config.js';
import { Conversions } from './conversions.js';
import { CoreClient } from './core-client.js';
import { Fence } from './fence/fence.js';
import { forgetEnvironment } from './forget-environment.js';
import { Lanes } from './lanes.js';
import { Offices } from './office/offices.js';
import { laneSizes, standingBy } from './places.js';

/**
 * The converter makes normalised PDFs and page images of documents. It has no key and no database, stores no
 * plaintext, and parses nothing itself: all parsing happens behind the fence.
 */
try {
  const config = loadConfig(converterConfigSchema, process.env);
  const logger = pino({ name: 'converter', level: config.LOG_LEVEL });
  const access = natsAccess(config);
  forgetEnvironment();
  const isContained = config.FENCE === 'container';
  const core = new CoreClient({ url: config.CORE_URL, serviceToken: config.SERVICE_TOKEN });
  const offices = await Offices.start({
    soffice: config.SOFFICE,
    python: config.OFFICE_PYTHON,
    forms: config.OFFICE_FORMS,
    isContained,
    logger,
  });
  const sizes = laneSizes(config.DOCUMENTS_AT_ONCE);
  const fence = await Fence.raise({
    qpdf: config.QPDF,
    standingBy: standingBy(sizes),
    offices,
    isContained,
    logger,
    conversionMs: config.CONVERSION_SECONDS * 1_000,
  });
  const messaging = new Messaging({ access, name: 'converter', logger });
  await messaging.ready();
  const lanes = new Lanes(sizes);
  new Conversions({ core, fence, lanes, messaging, logger }).start();

  const stop = async () => {
    const drained = messaging.drain();
    lanes.close();
    await drained;
    await fence.close();
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop());
  process.once('SIGINT', () => void stop());
  logger.info('ready');
} catch (error) {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else pino({ name: 'converter' }).fatal({ err: error }, 'the converter cannot start');
  process.exit(1);
}
