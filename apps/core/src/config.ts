import { integerVariable, secretVariable, textVariable } from '@sixpence/config/load';
import { z } from 'zod';

/** Everything core takes from its environment. */
export const coreConfigSchema = z
  .object({
    DATABASE_URL: textVariable(
      'give the address of PostgreSQL, such as postgres://user:password@localhost/sixpence',
    ),
    NATS_URL: textVariable('give the address of NATS with JetStream, such as nats://localhost:4222'),
    HOST: z.string().default('127.0.0.1'),
    PORT: integerVariable(0, 65535).default(3000),
    METRICS_PORT: integerVariable(0, 65535).default(3001),
    PUBLIC_URL: z
      .url({ error: 'give the address people open, such as https://print.example.com' })
      .default('http://localhost:3000'),
    /** Encrypted documents lie in this folder, or else in the bucket. */
    STORAGE_DIR: z.string().default(''),
    S3_BUCKET: z.string().optional(),
    S3_ENDPOINT: z.url({ error: "give the address of the object store; none means Amazon's own" }).optional(),
    S3_REGION: z.string().default('us-east-1'),
    S3_ACCESS_KEY_ID: z.string().default(''),
    S3_SECRET_ACCESS_KEY: z.string().default(''),
    KEY_STORE_DIR: textVariable("give a folder for documents' keys, outside the database and its backups"),
    MASTER_KEY: secretVariable(32),
    SECRET_KEY: secretVariable(32),
    SERVICE_TOKEN: textVariable('give the token that converters present').refine(
      (token) => token.length >= 32,
      {
        error: 'give at least 32 characters',
      },
    ),
    SITE_DIR: z.string().default(new URL('../../../web/dist', import.meta.url).pathname),
    DATABASE_POOL: integerVariable(2, 200).default(20),
    /** Whether converters here have LibreOffice; without it office documents are refused at once. */
    OFFICE_DOCUMENTS: z.enum(['yes', 'no'], { error: 'say yes or no' }).default('yes'),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
  })
  .refine((config) => isSafeAddress(config.PUBLIC_URL), {
    path: ['PUBLIC_URL'],
    error: 'use https: plain http is only for localhost',
  })
  .refine((config) => config.STORAGE_DIR !== '' || config.S3_BUCKET !== undefined, {
    path: ['STORAGE_DIR'],
    error: 'give a folder for encrypted documents, or a bucket for them in S3_BUCKET',
  })
  .refine((config) => config.S3_BUCKET === undefined || hasKeys(config), {
    path: ['S3_BUCKET'],
    error: 'give S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY with it',
  });

export type CoreConfig = Readonly<z.infer<typeof coreConfigSchema>>;

/** The injection token of `CoreConfig`. */
export const CORE_CONFIG = Symbol('CORE_CONFIG');

function hasKeys(config: { S3_ACCESS_KEY_ID: string; S3_SECRET_ACCESS_KEY: string }): boolean {
  return config.S3_ACCESS_KEY_ID !== '' && config.S3_SECRET_ACCESS_KEY !== '';
}

/** Cookies over plain http are safe only where nobody can listen. */
function isSafeAddress(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || isLoopback(hostname);
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
