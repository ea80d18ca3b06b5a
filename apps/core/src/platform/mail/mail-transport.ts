import { readFileSync } from 'node:fs';
import { isLoopback } from '@sixpence/config/loopback';
import type { CoreConfig } from '../process/config.js';
import type { Letter } from './letter.js';

/** The injection token of the `MailTransport`; null where no mail server is configured, and mail waits. */
export const MAIL_TRANSPORT = Symbol('MAIL_TRANSPORT');

export interface MailTransport {
  /** Resolves when the next server has taken the mail over; throws what nodemailer throws. */
  send(mailId: string, letter: Letter): Promise<void>;
  /** Ends every connection at once: what is being sent fails. */
  close(): void;
}

const connectWithinMs = 10_000;
const answerWithinMs = 30_000;

/** A whole try: a server that answers a little now and then never passes the limit above. Less than the sender's lease. */
const wholeTryMs = 100_000;

/**
 * SMTP by nodemailer (RFC 5321), over TLS unless the server is on this machine, signed with DKIM where a key is given.
 * `untilLate` begins at each mail, and its signal ends the try.
 */
export async function makeMailTransport(
  config: CoreConfig,
  untilLate = () => AbortSignal.timeout(wholeTryMs),
): Promise<MailTransport | null> {
  if (config.MAIL_URL === '') return null;
  const { createTransport } = await import('nodemailer');
  const { protocol, hostname, port, username, password } = new URL(config.MAIL_URL);
  const isSecure = protocol === 'smtps:';
  const isLocal = isLoopback(hostname);
  const senderDomain = addressOf(config.MAIL_FROM).split('@').at(-1) ?? hostname;
  const transport = createTransport({
    host: hostname,
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    ignoreTLS: isLocal && !isSecure,
    requireTLS: !isLocal && !isSecure,
    pool: true,
    maxConnections: 5,
    connectionTimeout: connectWithinMs,
    greetingTimeout: connectWithinMs,
    socketTimeout: answerWithinMs,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    ...(config.DKIM_KEY_FILE !== '' && {
      dkim: {
        domainName: senderDomain,
        keySelector: config.DKIM_SELECTOR,
        privateKey: readFileSync(config.DKIM_KEY_FILE, 'utf8'),
      },
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mailId, { to, subject, text, replyTo, answers, attachments = [] }) {
      const late = untilLate();
      const sending = transport.sendMail({
        // A connection whose time is over is ended with its try, or it would be lost to all others.
        signal: late,
        from: config.MAIL_FROM,
        to: { name: '', address: to },
        // The same at every try: a server that took it and could not say so, or a reader, knows the second copy.
        messageId: `<${mailId}@${senderDomain}>`,
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
      });
      await sending.catch((cause: unknown) => {
        if (!late.aborted) throw cause;
        throw Object.assign(new Error('The mail server took too long', { cause }), { code: 'ETIMEDOUT' });
      });
    },
    close() {
      transport.close({ force: true });
    },
  };
}

/** The address of `Sixpence <no-reply@example.com>`, or of the bare form. */
function addressOf(sender: string): string {
  return /<([^<>]+)>$/.exec(sender)?.[1] ?? sender;
}
