import { existsSync } from 'node:fs';
import { coreService } from '../../services/service-commands.js';
import { publishPages } from '../settings/published-pages.js';
import { writeEnvironmentFile } from '../settings/environment-file.js';
import { realProviders } from './identity.js';
import { natsAs } from './nats.js';
import { outside } from './outside.js';
import type { Part, PartContext, Variables } from './part.js';

/** Debian's path of LibreOffice. Converters search there as well. */
const soffice = '/usr/lib/libreoffice/program/soffice.bin';

/** Core. It provides its variables, which the operator's commands need as well. */
export const core: Part<Variables> = {
  name: 'core',
  ports: ['core', 'metrics'],
  data: ['storage', 'keys', 'site', 'core.env'],
  needs: outside,
  async start(context) {
    const environment = environmentOf(context);
    writeEnvironmentFile(context.path('core.env'), environment);
    const options = { name: 'core', environment, logFile: context.logFile('core') };
    await context.keepService(`core on ${context.settings.publicUrl}`, coreService(options));
    return environment;
  },
  welcome: ({ settings }) => [['Site', settings.publicUrl]],
};

function environmentOf(context: PartContext): Variables {
  const { settings, secrets } = context;
  const given = outside.map((part) => Object.entries(context.valuesOf(part)));
  return {
    ...realProviders(settings),
    ...Object.fromEntries(given.flat()),
    ...natsAs('core', context),
    PORT: String(settings.ports.core),
    METRICS_PORT: String(settings.ports.metrics),
    PUBLIC_URL: settings.publicUrl,
    STORAGE_DIR: context.path('storage'),
    KEY_STORE_DIR: context.path('keys'),
    MASTER_KEY: secrets.MASTER_KEY,
    SECRET_KEY: secrets.SECRET_KEY,
    SERVICE_TOKEN: secrets.SERVICE_TOKEN,
    INTAKE_TOKEN: secrets.INTAKE_TOKEN,
    ...(settings.environment['PRINT_ADDRESS'] && { PRINT_ADDRESS: settings.environment['PRINT_ADDRESS'] }),
    ENQUIRIES_ADDRESS: settings.environment['ENQUIRIES_ADDRESS'] ?? 'hello@print.localhost',
    SITE_DIR: publishPages('web/dist', context.path('site')),
    OFFICE_DOCUMENTS: existsSync(settings.environment['SOFFICE'] ?? soffice) ? 'yes' : 'no',
  };
}

/** Core's address for other processes of this machine. */
export function coreUrl({ settings }: PartContext): string {
  return `http://127.0.0.1:${settings.ports.core}`;
}
