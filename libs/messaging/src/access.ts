import { accessSync, constants, readFileSync } from 'node:fs';
import { credsAuthenticator, type ConnectionOptions } from '@nats-io/transport-node';
import { textVariable } from '@sixpence/config/load';
import { z } from 'zod';

const urlRemedy =
  'give the address of NATS with JetStream, such as nats://localhost:4222; several with commas';

const readableFile = z
  .string()
  .refine((path) => isReadable(path), { error: 'give a file that this process may read' })
  .optional();

/**
 * The variables with the address of NATS and the process's credentials. Every process that uses NATS has
 * them.
 */
export const natsVariables = {
  /** May contain `user:password@` or `token@`; the variables below override it. `tls://` requires TLS. */
  NATS_URL: textVariable(urlRemedy).refine((text) => addressesOf(text) !== undefined, { error: urlRemedy }),
  NATS_USER: z.string().optional(),
  NATS_PASSWORD: z.string().optional(),
  NATS_TOKEN: z.string().optional(),
  /** A file of NATS credentials: a JWT, and the NKey that signs for it. */
  NATS_CREDS_FILE: readableFile,
  /** PEM files: the CA of the server, and this process's own certificate and key. */
  NATS_CA_FILE: readableFile,
  NATS_CERT_FILE: readableFile,
  NATS_KEY_FILE: readableFile,
} as const;

export type NatsVariables = z.infer<z.ZodObject<typeof natsVariables>>;

/**
 * The connection options for the server's address and the process's credentials. Contains secrets: never
 * logged.
 */
export type NatsAccess = Pick<
  ConnectionOptions,
  'servers' | 'user' | 'pass' | 'token' | 'authenticator' | 'tls'
>;

/**
 * Reads the files that the variables name.
 * @throws the system's error when a file cannot be read
 */
export function natsAccess(variables: NatsVariables): NatsAccess {
  const addresses = addressesOf(variables.NATS_URL) ?? [];
  const { username = '', password = '' } = addresses.find((address) => address.username !== '') ?? {};
  const inUrl = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const user = variables.NATS_USER ?? (inUrl.pass === '' ? undefined : inUrl.user);
  const token = variables.NATS_TOKEN ?? (inUrl.pass === '' ? inUrl.user : '');
  const creds = variables.NATS_CREDS_FILE;
  const tls = tlsOf(variables, addresses);
  return {
    servers: addresses.map(({ host }) => host),
    ...(creds === undefined ? {} : { authenticator: credsAuthenticator(readFileSync(creds)) }),
    ...(user === undefined ? {} : { user, pass: variables.NATS_PASSWORD ?? inUrl.pass }),
    ...(user !== undefined || token === '' ? {} : { token }),
    ...(tls === undefined ? {} : { tls }),
  };
}

function tlsOf(variables: NatsVariables, addresses: readonly URL[]): NatsAccess['tls'] {
  const { NATS_CA_FILE: ca, NATS_CERT_FILE: cert, NATS_KEY_FILE: key } = variables;
  const isWanted = addresses.some(({ protocol }) => protocol === 'tls:');
  if (!isWanted && ca === undefined && cert === undefined) return undefined;
  return {
    ...(ca === undefined ? {} : { ca: readFileSync(ca, 'utf8') }),
    ...(cert === undefined ? {} : { cert: readFileSync(cert, 'utf8') }),
    ...(key === undefined ? {} : { key: readFileSync(key, 'utf8') }),
  };
}

/** @returns undefined when a part between commas is no address of a NATS server */
function addressesOf(text: string): URL[] | undefined {
  const addresses = text.split(',').map((one) => one.trim());
  const urls = addresses.map((one) => URL.parse(one.includes('://') ? one : `nats://${one}`));
  const good = urls.filter(
    (url) => url !== null && ['nats:', 'tls:'].includes(url.protocol) && url.host !== '',
  );
  return good.length === urls.length ? (good as URL[]) : undefined;
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    // Every error has the same remedy, which the variable's message states.
    return false;
  }
}
