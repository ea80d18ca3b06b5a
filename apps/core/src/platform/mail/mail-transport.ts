import { readFileSync } from 'node:fs';
import { isLoopback } from '@sixpence/config/loopback';
import type { CoreConfig } from '../process/config.js';
import type { Letter } from './letter.js';

/**
 * The injection token of the `MailTransport`. It is null when no mail server is configured; mail then waits.
 */
export const MAIL_TRANSPORT = Symbol('MAIL_TRANSPORT');

export interface MailTransport {
  /** Resolves when the next server has accepted the mail. @throws Error of nodemailer */
  sendMail(mailId: string, letter: Letter): Promise<void>;
  /** Closes every connection at once. Mail that is being sent fails. */
  close(): void;
}

const connectWithinMs = 10_000;
const answerWithinMs = 30_000;

/**
 * The deadline of a whole try, because a server that sends a byte now and then never reaches
 * `answerWithinMs`. Less than the sender's lease.
 */
const wholeTryMs = 100_000;

/**
 * Sends by SMTP with nodemailer (RFC 5321), over TLS unless the server is on this machine, signed with DKIM
 * when a key is configured.
 * @param startDeadline called for each mail; the signal that it returns aborts the try
 */
export async function makeMailTransport(
  config: CoreConfig,
  startDeadline = () => AbortSignal.timeout(wholeTryMs),
): Promise<MailTransport | null> {
  if (config.MAIL_URL === '') return null;
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(transportOptions(config));
  return {
    async sendMail(mailId, letter) {
      const deadline = startDeadline();
      // The signal closes the connection of a late try; otherwise it would stay in the pool for good.
      const sending = transport.sendMail({ signal: deadline, ...messageOf(config, mailId, letter) });
      await sending.catch((cause: unknown) => {
        if (!deadline.aborted) throw cause;
        throw Object.assign(new Error('The mail server took too long', { cause }), { code: 'ETIMEDOUT' });
      });
    },
    close() {
      transport.close({ force: true });
    },
  };
}

/** The options of nodemailer for the configured server. */
export function transportOptions(config: CoreConfig) {
  return {
    ...serverAt(config.MAIL_URL),
    pool: true as const,
    maxConnections: 5,
    connectionTimeout: connectWithinMs,
    greetingTimeout: connectWithinMs,
    socketTimeout: answerWithinMs,
    ...(config.DKIM_KEY_FILE !== '' && {
      dkim: {
        domainName: senderDomain(config),
        keySelector: config.DKIM_SELECTOR,
        privateKey: readFileSync(config.DKIM_KEY_FILE, 'utf8'),
      },
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** A letter in the form of nodemailer. */
export function messageOf(
  config: CoreConfig,
  mailId: string,
  { to, subject, text, replyTo, answers, attachments = [] }: Letter,
) {
  return {
    from: config.MAIL_FROM,
    to: { name: '', address: to },
    // The same id at every try, so that a server or reader recognises a second copy.
    messageId: `<${mailId}@${senderDomain(config)}>`,
    subject,
    text,
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    attachments: attachments.map(({ filename, contentType, base64 }) => ({
      filename,
      contentType,
      content: Buffer.from(base64, 'base64'),
    })),
    headers: { 'Auto-Submitted': answers ? 'auto-replied' : 'auto-generated' },
    ...(answers && { envelope: { from: '', to } }),
    ...(answers?.messageId && { inReplyTo: answers.messageId, references: answers.messageId }),
  };
}

/** The server at this address, and how its connections are encrypted. */
export function serverAt(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const isLocal = isLoopback(hostname);
  return {
    host: hostname,
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    ignoreTLS: isLocal && !isSecure,
    requireTLS: !isLocal && !isSecure,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
  };
}

/** The domain of the sender, in `Sixpence <no-reply@example.com>` or in the bare form. */
function senderDomain({ MAIL_FROM: sender }: CoreConfig): string | undefined {
  const address = /<([^<>]+)>$/.exec(sender)?.[1] ?? sender;
  return address.split('@').at(-1);
}
