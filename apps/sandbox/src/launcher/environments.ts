import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { toolPath } from '../tools.js';
import type { Secrets } from './secrets.js';
import type { Settings } from './settings.js';

export interface Backends {
  readonly databaseUrl: string;
  readonly natsUrl: string;
}

/** Where Debian puts LibreOffice; converters look there as well. */
const soffice = '/usr/lib/libreoffice/program/soffice.bin';

/** Core's variables; the operator takes the same. */
export function coreEnvironment(
  settings: Settings,
  { secrets, backends, siteFolder }: { secrets: Secrets; backends: Backends; siteFolder: string },
): Record<string, string> {
  return {
    DATABASE_URL: backends.databaseUrl,
    NATS_URL: backends.natsUrl,
    PORT: String(settings.ports.core),
    METRICS_PORT: String(settings.ports.metrics),
    PUBLIC_URL: settings.publicUrl,
    STORAGE_DIR: join(settings.dataFolder, 'storage'),
    KEY_STORE_DIR: join(settings.dataFolder, 'keys'),
    MASTER_KEY: secrets.MASTER_KEY,
    SECRET_KEY: secrets.SECRET_KEY,
    SERVICE_TOKEN: secrets.SERVICE_TOKEN,
    SITE_DIR: siteFolder,
    OFFICE_DOCUMENTS: existsSync(process.env['SOFFICE'] ?? soffice) ? 'yes' : 'no',
  };
}

export function converterEnvironment(
  settings: Settings,
  secrets: Secrets,
  backends: Backends,
): Record<string, string> {
  return {
    NATS_URL: backends.natsUrl,
    CORE_URL: coreUrl(settings),
    SERVICE_TOKEN: secrets.SERVICE_TOKEN,
    QPDF: toolPath('qpdf'),
  };
}

/** The invitation is used once, when the agent's folder holds no identity yet. */
export function agentEnvironment(
  settings: Settings,
  { panelFolder, invite }: { panelFolder: string; invite: string | null },
): Record<string, string> {
  return {
    CORE_URL: coreUrl(settings),
    AGENT_DATA_DIR: join(settings.dataFolder, 'agent'),
    AGENT_PORT: String(settings.ports.agent),
    PANEL_DIR: panelFolder,
    ...(invite === null ? {} : { AGENT_INVITE: invite }),
  };
}

function coreUrl(settings: Settings): string {
  return `http://127.0.0.1:${settings.ports.core}`;
}
