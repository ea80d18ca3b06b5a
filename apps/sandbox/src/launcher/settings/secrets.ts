import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { newPasswords, type NatsPasswords } from '../../nats/server.js';

export interface Secrets {
  readonly MASTER_KEY: string;
  readonly SECRET_KEY: string;
  readonly SERVICE_TOKEN: string;
  readonly INTAKE_TOKEN: string;
  readonly databasePassword: string;
  readonly databaseOwnerPassword: string;
  readonly databaseAppPassword: string;
  readonly natsPasswords: NatsPasswords;
}

/**
 * Reads the secrets of a data folder, or makes them at the first start; only our own user can read the file.
 * A file of an earlier version gets its missing secrets.
 */
export function loadSecrets(file: string): Secrets {
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {};
  const secrets: Secrets = {
    MASTER_KEY: randomBytes(32).toString('base64'),
    SECRET_KEY: randomBytes(32).toString('base64'),
    SERVICE_TOKEN: randomBytes(32).toString('hex'),
    INTAKE_TOKEN: randomBytes(32).toString('hex'),
    databasePassword: randomBytes(16).toString('hex'),
    databaseOwnerPassword: randomBytes(16).toString('hex'),
    databaseAppPassword: randomBytes(16).toString('hex'),
    natsPasswords: newPasswords(),
    ...kept,
  };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return secrets;
}
