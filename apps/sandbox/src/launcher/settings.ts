import { join, resolve } from 'node:path';
import { checkout } from '../checkout.js';
import { readPorts, type PortNumbers } from './ports.js';

/** What one `npm start` runs with. */
export interface Settings {
  readonly dataFolder: string;
  readonly fresh: boolean;
  readonly ports: PortNumbers;
  readonly publicUrl: string;
  /** Given in the environment: then that server is used and ours is not started. */
  readonly databaseUrl: string | undefined;
  readonly natsUrl: string | undefined;
}

/** @throws Error on an argument or a variable that means nothing here */
export function readSettings(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Settings {
  const unknown = args.find((arg) => arg !== '--fresh');
  if (unknown !== undefined) throw new Error(`npm start knows only --fresh, not ${unknown}.`);
  const ports = readPorts(environment);
  return {
    dataFolder: resolve(environment['SIXPENCE_DATA'] ?? join(checkout, '.data')),
    fresh: args.includes('--fresh'),
    ports,
    publicUrl: environment['PUBLIC_URL'] ?? `http://localhost:${ports.core}`,
    databaseUrl: environment['DATABASE_URL'] || undefined,
    natsUrl: environment['NATS_URL'] || undefined,
  };
}
