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
 * Made once for a data folder and kept beside the data they open; only our own user may read them. A folder of an earlier
 * version gets what it lacks.
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
