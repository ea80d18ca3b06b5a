import { isIP } from 'node:net';
import { integerVariable, secretVariable, textVariable } from '@sixpence/config/load';
import { isLoopback, isSafeAddress } from '@sixpence/config/loopback';
import { isWeakSecret, isWeakToken } from '@sixpence/config/secrets';
import { longTokenVariable } from '@sixpence/config/service-link';
import { isEmailAddress } from '@sixpence/contracts/email-address';
import { natsVariables } from '@sixpence/messaging/access';
import { z } from 'zod';
import { providerProblems, providerVariables } from './provider-variables.js';
import { stripeProblems, stripeVariables } from './stripe-variables.js';

const sourcesRemedy = 'give origins such as https://js.example.com, with spaces between them';

/** Origins besides core's own that pages may use: https, or plain http on this machine. */
const contentSources = z
  .string()
  .default('')
  .transform((text) => text.split(/\s+/).filter((source) => source !== ''))
  .refine((sources) => sources.every(isContentSource), { error: sourcesRemedy });

/** The environment variables of core. */
export const coreConfigSchema = z
  .object({
    DATABASE_URL: textVariable(
      'give the address of PostgreSQL, such as postgres://user:password@localhost/sixpence',
    ),
    /**
     * The address for migrations, with the role that owns the tables; without it DATABASE_URL's role
     * migrates.
     */
    DATABASE_OWNER_URL: z.string().default(''),
    ...natsVariables,
    HOST: z.string().default('127.0.0.1'),
    PORT: integerVariable(0, 65535).default(3000),
    METRICS_PORT: integerVariable(0, 65535).default(3001),
    PUBLIC_URL: z
      .url({ error: 'give the address people open, such as https://print.example.com', abort: true })
      .default('http://localhost:3000'),
    /** The folder for encrypted documents; without it they are stored in the bucket. */
    STORAGE_DIR: z.string().default(''),
    S3_BUCKET: z.string().optional(),
    S3_ENDPOINT: z.url({ error: "give the address of the object store; none means Amazon's own" }).optional(),
    S3_REGION: z.string().default('us-east-1'),
    S3_ACCESS_KEY_ID: z.string().default(''),
    S3_SECRET_ACCESS_KEY: z.string().default(''),
    KEY_STORE_DIR: textVariable("give a folder for documents' keys, outside the database and its backups"),
    MASTER_KEY: secretVariable(32),
    SECRET_KEY: secretVariable(32),
    SERVICE_TOKEN: longTokenVariable('the token that converters present'),
    /** The token that the intake presents; without it no mail is accepted. */
    INTAKE_TOKEN: z
      .union([z.literal(''), longTokenVariable('the token that the intake presents, or nothing')])
      .default(''),
    /** The address to which people mail their documents. */
    PRINT_ADDRESS: z
      .string()
      .refine(isEmailAddress, { error: 'give an address, such as print@print.example.com' })
      .default('print@print.localhost'),
    /** The server for outgoing mail; without it mail waits. */
    MAIL_URL: z
      .union([z.literal(''), z.url({ protocol: /^smtps?$/ })], {
        error: 'give the mail server, such as smtp://user:password@mail.example.com:587, or nothing',
      })
      .default(''),
    MAIL_FROM: z.string().default('Sixpence <no-reply@print.localhost>'),
    /**
     * The address that enquiries from the forms of the site are mailed to; without it they are only stored.
     */
    ENQUIRIES_ADDRESS: z
      .union([z.literal(''), z.string().refine(isEmailAddress)], {
        error: 'give an address, such as hello@print.example.com, or nothing',
      })
      .default(''),
    /** A database of cities by IP address (MMDB); without it no city is known. */
    CITY_DATABASE: z.string().default(''),
    /** The private key that signs outgoing mail, and its selector in the DNS; without it mail is unsigned. */
    DKIM_KEY_FILE: z.string().default(''),
    DKIM_SELECTOR: z.string().default('sixpence'),
    ...providerVariables,
    ...stripeVariables,
    /** The file that proves our domain to Apple Pay; without it Apple Pay does not accept the domain. */
    APPLE_PAY_DOMAIN_FILE: z.string().default(''),
    /** A chat provider's page, which replaces the help panel. */
    CHAT_PAGE_URL: z
      .union([z.literal(''), z.url({ protocol: /^https?$/ }).refine(isSafeAddress)], {
        error: 'give the https address of the page of your chat, or nothing',
      })
      .default(''),
    SITE_DIR: z.string().default(new URL('../../../../../web/dist', import.meta.url).pathname),
    /** Further origins for pages, by directive: scripts, frames, connections, pictures, forms. */
    CSP_SCRIPT_SOURCES: contentSources,
    CSP_FRAME_SOURCES: contentSources,
    CSP_CONNECT_SOURCES: contentSources,
    CSP_IMG_SOURCES: contentSources,
    CSP_FORM_SOURCES: contentSources,
    /** Proxies in front of core, whose `X-Forwarded-For` is trusted for counting by network. */
    TRUSTED_PROXIES: z
      .string()
      .default('')
      .transform((text) => text.split(/[\s,]+/).filter((address) => address !== ''))
      .refine((addresses) => addresses.every(isAddressRange), {
        error: 'give addresses or ranges such as 10.0.0.0/8, with commas between them',
      }),
    /** The time zone in which days and months of statements begin. */
    STATEMENT_ZONE: z
      .string()
      .default('Europe/London')
      .refine(isTimeZone, { error: 'give a time zone such as Europe/London' }),
    /**
     * The seller on receipts and statements: name, address with ; between its lines, VAT number if there is
     * one.
     */
    SELLER_NAME: z.string().default('Sixpence'),
    SELLER_ADDRESS: z.string().default(''),
    SELLER_VAT_NUMBER: z.string().default(''),
    /** The seller's address on the legal pages and in `security.txt`. */
    SELLER_EMAIL: z
      .string()
      .refine((address) => address === '' || isEmailAddress(address), {
        error: 'give an address, such as hello@example.com, or nothing',
      })
      .default(''),
    DATABASE_POOL: integerVariable(2, 200).default(20),
    /**
     * The most open connections; one network may use an eighth of them. Core lowers it when the process may
     * open too few files.
     */
    MAX_CONNECTIONS: integerVariable(8, 1_000_000).default(8_192),
    /** Whether the converters have LibreOffice; without it office documents are refused at once. */
    OFFICE_DOCUMENTS: z.enum(['yes', 'no'], { error: 'say yes or no' }).default('yes'),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
  })
  // Over plain http a network could read the cookies, so it is for this machine only.
  .refine((config) => isSafeAddress(config.PUBLIC_URL), {
    path: ['PUBLIC_URL'],
    error: 'use https: plain http is only for localhost',
  })
  // A page with our own origin could leave its frame and act as the signed-in person.
  .refine((config) => new URL(config.PUBLIC_URL).origin !== originOf(config.CHAT_PAGE_URL), {
    path: ['CHAT_PAGE_URL'],
    error: 'use a page at another address than PUBLIC_URL',
  })
  .refine((config) => config.STORAGE_DIR !== '' || config.S3_BUCKET !== undefined, {
    path: ['STORAGE_DIR'],
    error: 'give a folder for encrypted documents, or a bucket for them in S3_BUCKET',
  })
  .refine((config) => config.S3_BUCKET === undefined || hasKeys(config), {
    path: ['S3_BUCKET'],
    error: 'give S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY with it',
  })
  // With the same token, an attacker who takes over a converter could add documents for any person, and an
  // attacker who takes over the intake could read documents.
  .refine((config) => config.INTAKE_TOKEN !== config.SERVICE_TOKEN, {
    path: ['INTAKE_TOKEN'],
    error: 'give the intake a token of its own, not that of converters',
  })
  .superRefine((config, context) => {
    for (const [name, message] of [...providerProblems(config), ...stripeProblems(config)]) {
      context.addIssue({ code: 'custom', path: [name], message });
    }
    if (isLoopback(new URL(config.PUBLIC_URL).hostname)) return;
    for (const name of weakSecrets(config)) {
      const message = 'this can be guessed: generate a new one (openssl rand -base64 32)';
      context.addIssue({ code: 'custom', path: [name], message });
    }
  });

export type CoreConfig = Readonly<z.infer<typeof coreConfigSchema>>;

/** The injection token of `CoreConfig`. */
export const CORE_CONFIG = Symbol('CORE_CONFIG');

/**
 * The names of secrets that look chosen by a person instead of generated. An attacker who guesses one can
 * read documents, or sign in as any person.
 */
function weakSecrets(
  config: Record<'MASTER_KEY' | 'SECRET_KEY', Buffer> & Record<'SERVICE_TOKEN' | 'INTAKE_TOKEN', string>,
): string[] {
  const { MASTER_KEY, SECRET_KEY, SERVICE_TOKEN, INTAKE_TOKEN } = config;
  const keys = Object.entries({ MASTER_KEY, SECRET_KEY });
  const weak = keys.filter(([, key]) => isWeakSecret(key)).map(([name]) => name);
  if (MASTER_KEY.equals(SECRET_KEY) && !weak.includes('SECRET_KEY')) weak.push('SECRET_KEY');
  if (isWeakToken(SERVICE_TOKEN)) weak.push('SERVICE_TOKEN');
  if (INTAKE_TOKEN !== '' && isWeakToken(INTAKE_TOKEN)) weak.push('INTAKE_TOKEN');
  return weak;
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

function hasKeys(config: { S3_ACCESS_KEY_ID: string; S3_SECRET_ACCESS_KEY: string }): boolean {
  return config.S3_ACCESS_KEY_ID !== '' && config.S3_SECRET_ACCESS_KEY !== '';
}

/**
 * True for scheme, host, and port only; the host may begin with `*.`. So no source can end its directive or
 * allow every origin.
 */
function isContentSource(source: string): boolean {
  const [, scheme, host = ''] = /^(https?):\/\/((?:\*\.)?[\w.-]+)(?::\d{1,5})?$/.exec(source) ?? [];
  return scheme === 'https' || (scheme === 'http' && isLoopback(host));
}

function isTimeZone(name: string): boolean {
  try {
    // An offset such as +01:00 is not a zone name: PostgreSQL reads its sign with the opposite meaning.
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
}

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const most = isIP(address) === 4 ? 32 : 128;
  return (
    isIP(address) !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  );
}
