import { randomUUID } from 'node:crypto';
import { simpleParser, type AddressObject, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Address, MailRecord, StoredMail } from './mail-store.js';

const LARGEST_BYTES = 50 * 1024 * 1024;
/** Turns off the parser's conversions between HTML and text. A crafted mail can make them run for minutes. */
const WITHOUT_CONVERSIONS = { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true };

/** An SMTP server that accepts mail from and to any address and delivers none of it. */
export function smtpServer(deliver: (stored: StoredMail) => void): SMTPServer {
  return new SMTPServer({
    banner: 'Sixpence mailbox: accepts all mail and delivers none',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: LARGEST_BYTES,
    maxClients: 20,
    socketTimeout: 60_000,
    closeTimeout: 1_000,
    onData(stream, session, done) {
      receive(stream, session).then((stored) => {
        deliver(stored);
        done(null, `kept as ${stored.mail.id}`);
      }, done);
    },
  });
}

async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<StoredMail> {
  const chunks: Buffer[] = [];
  // The server keeps streaming a mail that is too large. The loop must read it to the end but does not keep
  // it.
  for await (const chunk of stream as AsyncIterable<Buffer>) if (!stream.sizeExceeded) chunks.push(chunk);
  if (stream.sizeExceeded) {
    throw Object.assign(new Error(`A mail may have ${LARGEST_BYTES} bytes.`), { responseCode: 552 });
  }
  const source = Buffer.concat(chunks);
  const parsed = await simpleParser(source, WITHOUT_CONVERSIONS);
  return {
    mail: recordOf(parsed, session, source.length),
    source,
    files: parsed.attachments.map((a) => a.content),
  };
}

function recordOf(parsed: ParsedMail, session: SMTPServerSession, size: number): MailRecord {
  const { mailFrom, rcptTo } = session.envelope;
  const headers = parsed.headerLines.map(({ key, line }) => [key, line.slice(line.indexOf(':') + 1).trim()]);
  return {
    id: randomUUID(),
    time: new Date().toISOString(),
    from: addresses(parsed.from),
    to: [parsed.to ?? []].flat().flatMap(addresses),
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html || '',
    headers: Object.fromEntries(headers) as Record<string, string>,
    messageId: parsed.messageId ?? '',
    size,
    envelope: {
      from: { address: mailFrom === false ? '' : mailFrom.address, name: '' },
      to: rcptTo.map(({ address }) => ({ address, name: '' })),
    },
    attachments: parsed.attachments.map(({ filename, contentType, size: length }, index) => ({
      fileName: filename ?? `attachment-${index + 1}`,
      contentType,
      length,
    })),
  };
}

function addresses(list: AddressObject | undefined): Address[] {
  return (list?.value ?? []).map(({ address = '', name }) => ({ address, name }));
}
