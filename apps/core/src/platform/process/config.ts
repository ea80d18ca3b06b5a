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

/** Origins that pages may use besides core's own: https, or plain http on this machine. */
const contentSources = z
  .string()
  .default('')
  .transform((text) => text.split(/\s+/).filter((source) => source !== ''))
  .refine((sources) => sources.every(isContentSource), { error: sourcesRemedy });

/** Everything core takes from its environment. */
export const coreConfigSchema = z
  .object({
    DATABASE_URL: textVariable(
      'give the address of PostgreSQL, such as postgres://user:password@localhost/sixpence',
    ),
    /** The role that owns the tables, for migrations; without it DATABASE_URL's role migrates. */
    DATABASE_OWNER_URL: z.string().default(''),
    ...natsVariables,
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
    SERVICE_TOKEN: longTokenVariable('the token that converters present'),
    /** What the intake of mail presents; without it no mail is taken. */
    INTAKE_TOKEN: z
      .union([z.literal(''), longTokenVariable('the token that the intake presents, or nothing')])
      .default(''),
    /** Where people mail their documents. */
    PRINT_ADDRESS: z
      .string()
      .refine(isEmailAddress, { error: 'give an address, such as print@print.example.com' })
      .default('print@print.localhost'),
    /** Where outgoing mail is handed over; without it mail waits. */
    MAIL_URL: z
      .union([z.literal(''), z.url({ protocol: /^smtps?$/ })], {
        error: 'give the mail server, such as smtp://user:password@mail.example.com:587, or nothing',
      })
      .default(''),
    MAIL_FROM: z.string().default('Sixpence <no-reply@print.localhost>'),
    /** Who answers what people ask by the forms of the site; without it enquiries are kept only. */
    ENQUIRIES_ADDRESS: z
      .union([z.literal(''), z.string().refine(isEmailAddress)], {
        error: 'give an address, such as hello@print.example.com, or nothing',
      })
      .default(''),
    /** A database of cities by network address (MMDB); without it no city is known. */
    CITY_DATABASE: z.string().default(''),
    /** The file of the private key that signs outgoing mail, and its name in the DNS; none means unsigned. */
    DKIM_KEY_FILE: z.string().default(''),
    DKIM_SELECTOR: z.string().default('sixpence'),
    ...providerVariables,
    ...stripeVariables,
    /** What is served for Apple Pay to know the domain by; none means that it does not. */
    APPLE_PAY_DOMAIN_FILE: z.string().default(''),
    /** The page that a provider gives for its chat, which then stands where the help panel would. */
    CHAT_PAGE_URL: z
      .union([z.literal(''), z.url({ protocol: /^https?$/ }).refine(isSafeAddress)], {
        error: 'give the https address of the page of your chat, or nothing',
      })
      .default(''),
    SITE_DIR: z.string().default(new URL('../../../../../web/dist', import.meta.url).pathname),
    /** Where else pages may load scripts and pictures from, be framed with, speak with, and send forms to. */
    CSP_SCRIPT_SOURCES: contentSources,
    CSP_FRAME_SOURCES: contentSources,
    CSP_CONNECT_SOURCES: contentSources,
    CSP_IMG_SOURCES: contentSources,
    CSP_FORM_SOURCES: contentSources,
    /** Proxies before core, whose `X-Forwarded-For` is believed; network addresses are counted by it. */
    TRUSTED_PROXIES: z
      .string()
      .default('')
      .transform((text) => text.split(/[\s,]+/).filter((address) => address !== ''))
      .refine((addresses) => addresses.every(isAddressRange), {
        error: 'give addresses or ranges such as 10.0.0.0/8, with commas between them',
      }),
    /** Where months and days of statements begin. */
    STATEMENT_ZONE: z
      .string()
      .default('Europe/London')
      .refine(isTimeZone, { error: 'give a time zone such as Europe/London' }),
    /** Who sells, as receipts and statements say: name, address with ; between its lines, VAT number if there is one. */
    SELLER_NAME: z.string().default('Sixpence'),
    SELLER_ADDRESS: z.string().default(''),
    SELLER_VAT_NUMBER: z.string().default(''),
    /** Where they can be written to, as the legal pages and `security.txt` say. */
    SELLER_EMAIL: z
      .string()
      .refine((address) => address === '' || isEmailAddress(address), {
        error: 'give an address, such as hello@example.com, or nothing',
      })
      .default(''),
    DATABASE_POOL: integerVariable(2, 200).default(20),
    /** Connections that may be open at a time; one network has an eighth of them. Fewer where descriptors are few. */
    MAX_CONNECTIONS: integerVariable(8, 1_000_000).default(8_192),
    /** Whether converters here have LibreOffice; without it office documents are refused at once. */
    OFFICE_DOCUMENTS: z.enum(['yes', 'no'], { error: 'say yes or no' }).default('yes'),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
  })
  // Cookies over plain http are safe only where nobody can listen.
  .refine((config) => isSafeAddress(config.PUBLIC_URL), {
    path: ['PUBLIC_URL'],
    error: 'use https: plain http is only for localhost',
  })
  // A page of our own address could leave its frame, and act as whoever is signed in.
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
  // Whoever takes over a converter must not be able to file documents, nor the intake to read them.
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
      const message = 'this can be guessed: make it anew (openssl rand -base64 32)';
      context.addIssue({ code: 'custom', path: [name], message });
    }
  });

export type CoreConfig = Readonly<z.infer<typeof coreConfigSchema>>;

/** The injection token of `CoreConfig`. */
export const CORE_CONFIG = Symbol('CORE_CONFIG');

/** Which secrets were typed, not made: whoever guesses one opens documents, or signs in as anybody. */
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
  return address === '' ? undefined : new URL(address).origin;
}

function hasKeys(config: { S3_ACCESS_KEY_ID: string; S3_SECRET_ACCESS_KEY: string }): boolean {
  return config.S3_ACCESS_KEY_ID !== '' && config.S3_SECRET_ACCESS_KEY !== '';
}

/** A scheme and a host, at most with `*.` before it: nothing that could end the directive or open it to everybody. */
function isContentSource(source: string): boolean {
  const [, scheme, host = ''] = /^(https?):\/\/((?:\*\.)?[\w.-]+)(?::\d{1,5})?$/.exec(source) ?? [];
  return scheme === 'https' || (scheme === 'http' && isLoopback(host));
}

function isTimeZone(name: string): boolean {
  try {
    // An offset is none: databases read its sign the other way round.
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
