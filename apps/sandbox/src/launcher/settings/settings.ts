import { join, resolve } from 'node:path';
import { checkout } from '../../checkout.js';
import { readPorts, type PortNumbers } from './ports.js';

/** The settings of one run of the whole service. */
export interface Settings {
  readonly dataFolder: string;
  readonly fresh: boolean;
  readonly ports: PortNumbers;
  readonly publicUrl: string;
  /** All environment variables. Some may name a real server that replaces one of our parts. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** @throws Error on an unknown argument or an invalid variable */
export function readSettings(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Settings {
  const unknown = args.find((arg) => arg !== '--fresh');
  if (unknown !== undefined) throw new Error(`The only option is --fresh, not ${unknown}.`);
  const ports = readPorts(environment);
  return {
    dataFolder: resolve(environment['SIXPENCE_DATA'] ?? join(checkout, '.data')),
    fresh: args.includes('--fresh'),
    ports,
    publicUrl: environment['PUBLIC_URL'] ?? `http://localhost:${ports.core}`,
    environment,
  };
}
