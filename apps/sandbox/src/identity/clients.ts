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

/** How core is known to all three, like something that one gets when one registers there. */
export const clientId = 'sixpence.stand-in';
export const appleTeamId = 'SIXPENCE00';
export const appleKeyId = 'STANDIN000';

/** What core and the stand-in both know, in files of one folder. */
export interface SharedSecrets {
  clientSecret: string;
  appleKeyFile: string;
  applePublicKey: KeyObject;
  /** What all three sign their tokens with; core reads its public half from them. */
  signingKey: JsonWebKey;
}

/** Makes the secrets when they are first asked for; readable by our own user only. */
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

/** Core's variables for a provider that is played here. */
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
