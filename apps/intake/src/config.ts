import { integerVariable } from '@sixpence/config/load';
import { coreAddress, tokenVariable } from '@sixpence/config/service-link';
import { isEmailAddress } from '@sixpence/contracts/email-address';
import { z } from 'zod';

/** A list of names that are separated by commas or spaces. */
const list = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter((name) => name !== ''));

/** The environment of the intake. */
export const intakeConfigSchema = z
  .object({
    CORE_URL: coreAddress,
    INTAKE_TOKEN: tokenVariable(
      "the token that core has as INTAKE_TOKEN; it differs from the converters' token",
    ),
    HOST: z.string().default('127.0.0.1'),
    INTAKE_PORT: integerVariable(0, 65_535).default(2_525),
    /** The name in the intake's greeting. */
    MAIL_HOST: z.string().default('print.localhost'),
    PRINT_ADDRESS: z
      .string()
      .refine(isEmailAddress, { error: 'give an address, such as print@print.example.com' })
      .default('print@print.localhost'),
    /** The address of the site, for replies that tell a sender where to add their address. */
    PUBLIC_URL: z.url({ error: 'give the address people open, such as https://print.example.com' }),
    /**
     * A certificate and its key as PEM files. New files are loaded while the intake runs. Without them mail
     * is not encrypted.
     */
    TLS_CERT_FILE: z.string().default(''),
    TLS_KEY_FILE: z.string().default(''),
    /**
     * Name servers for SPF, DKIM, and DMARC, as `192.0.2.1` or `192.0.2.1:53`; by default the machine's own.
     */
    DNS_SERVERS: list,
    /**
     * Domains whose mail servers forward and change mails. The intake trusts their ARC seal (RFC 8617) as
     * proof of a mail's sender.
     */
    TRUSTED_SEALERS: list.transform((domains) => domains.map((domain) => domain.toLowerCase())),
    /**
     * The folder where a mail is stored until the intake has answered its sender. The default is in memory,
     * because stored mails are not encrypted.
     */
    SPOOL_DIR: z.string().default('/dev/shm'),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
  })
  .refine((config) => (config.TLS_CERT_FILE === '') === (config.TLS_KEY_FILE === ''), {
    path: ['TLS_KEY_FILE'],
    error: 'give both files, TLS_CERT_FILE and TLS_KEY_FILE, or neither',
  });

export type IntakeConfig = Readonly<z.infer<typeof intakeConfigSchema>>;
