import { integerVariable } from '@sixpence/config/load';
import { coreAddress, tokenVariable } from '@sixpence/config/service-link';
import { isEmailAddress } from '@sixpence/contracts/email-address';
import { z } from 'zod';

/** Names with commas or spaces between them. */
const list = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter((name) => name !== ''));

/** Everything the intake takes from its environment. */
export const intakeConfigSchema = z
  .object({
    CORE_URL: coreAddress,
    INTAKE_TOKEN: tokenVariable(
      'the token that core knows the intake by, another one than that of converters',
    ),
    HOST: z.string().default('127.0.0.1'),
    INTAKE_PORT: integerVariable(0, 65_535).default(2_525),
    /** The name it says at the beginning of a conversation. */
    MAIL_HOST: z.string().default('print.localhost'),
    PRINT_ADDRESS: z
      .string()
      .refine(isEmailAddress, { error: 'give an address, such as print@print.example.com' })
      .default('print@print.localhost'),
    /** Where people find their account, for answers to those whose address is not known. */
    PUBLIC_URL: z.url({ error: 'give the address people open, such as https://print.example.com' }),
    /** A certificate and its key as PEM files; new ones are taken up while it runs. Without them mail comes in the clear. */
    TLS_CERT_FILE: z.string().default(''),
    TLS_KEY_FILE: z.string().default(''),
    /** Servers to be asked for SPF, DKIM, and DMARC, as `192.0.2.1` or `192.0.2.1:53`; the machine's own if not given. */
    DNS_SERVERS: list,
    /** Domains whose mail servers forward and change mails: what they seal of a mail's sender is believed (ARC, RFC 8617). */
    TRUSTED_SEALERS: list.transform((domains) => domains.map((domain) => domain.toLowerCase())),
    /** Mails lie here while they are looked into, in memory: they are nobody's yet, and not sealed. */
    SPOOL_DIR: z.string().default('/dev/shm'),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
  })
  .refine((config) => (config.TLS_CERT_FILE === '') === (config.TLS_KEY_FILE === ''), {
    path: ['TLS_KEY_FILE'],
    error: 'give both files, TLS_CERT_FILE and TLS_KEY_FILE, or neither',
  });

export type IntakeConfig = Readonly<z.infer<typeof intakeConfigSchema>>;
