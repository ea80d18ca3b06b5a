import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kind } from './kinds.js';

/**
 * Core's registration at all three providers. A real provider issues these values when a client registers.
 */
export const clientId = 'sixpence.stand-in';
export const appleTeamId = 'SIXPENCE00';
export const appleKeyId = 'STANDIN000';

/** Secrets that core and the stand-in share, as files in one folder. */
export interface SharedSecrets {
  clientSecret: string;
  appleKeyFile: string;
  applePublicKey: KeyObject;
  /** The private key that signs the tokens of all three providers. Core reads the public key from them. */
  signingKey: JsonWebKey;
}

/** Reads the secrets, or makes them at the first call. Only our own user can read the files. */
export function sharedSecrets(folder: string): SharedSecrets {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const clientSecret = kept(join(folder, 'client-secret'), () => randomBytes(32).toString('base64url'));
  const appleKeyFile = join(folder, 'apple-key.p8');
  const appleKey = kept(appleKeyFile, () =>
    generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString(),
  );
  const signingKey = kept(join(folder, 'signing-key.json'), () =>
    JSON.stringify(generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ format: 'jwk' })),
  );
  return {
    clientSecret,
    appleKeyFile,
    applePublicKey: createPublicKey(createPrivateKey(appleKey)),
    signingKey: JSON.parse(signingKey) as JsonWebKey,
  };
}

/** Core's variables for a simulated provider. */
export function coreVariables(
  kind: Kind,
  { url, folder }: { url: string; folder: string },
): Record<string, string> {
  const { clientSecret, appleKeyFile } = sharedSecrets(folder);
  const name = kind.toUpperCase();
  return {
    [`${name}_ISSUER`]: `${url}/${kind}`,
    [`${name}_CLIENT_ID`]: clientId,
    ...(kind === 'apple'
      ? { APPLE_TEAM_ID: appleTeamId, APPLE_KEY_ID: appleKeyId, APPLE_KEY_FILE: appleKeyFile }
      : { [`${name}_CLIENT_SECRET`]: clientSecret }),
  };
}

function kept(file: string, make: () => string): string {
  if (!existsSync(file)) writeFileSync(file, make(), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}
