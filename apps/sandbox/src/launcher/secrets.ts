import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Secrets {
  readonly MASTER_KEY: string;
  readonly SECRET_KEY: string;
  readonly SERVICE_TOKEN: string;
  readonly databasePassword: string;
}

/** Made once for a data folder and kept beside the data they open; only our own user may read them. */
export function loadSecrets(file: string): Secrets {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
  const secrets: Secrets = {
    MASTER_KEY: randomBytes(32).toString('base64'),
    SECRET_KEY: randomBytes(32).toString('base64'),
    SERVICE_TOKEN: randomBytes(32).toString('base64url'),
    databasePassword: randomBytes(16).toString('hex'),
  };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return secrets;
}
