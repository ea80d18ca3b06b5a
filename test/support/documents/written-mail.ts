import { randomUUID } from 'node:crypto';

export interface WrittenPart {
  /** The Content-Type, with its parameters. */
  type: string;
  disposition?: string;
  headers?: readonly string[];
  content: string | Buffer;
  /** base64 by default. */
  encoding?: '7bit';
}

/** A part with a file, in the form that most mail programs use. */
export function attached(name: string, type: string, content: string | Buffer): WrittenPart {
  return { type: `${type}; name="${name}"`, disposition: `attachment; filename="${name}"`, content };
}

/** The lines of a whole mail from `from`, a multipart of these parts. Additional header fields come first. */
export function writtenMail({
  from,
  parts,
  headers = [],
  subject = 'My documents',
  messageId = `<${randomUUID()}@example.com>`,
}: {
  from: string;
  parts: readonly WrittenPart[];
  headers?: readonly string[];
  subject?: string;
  messageId?: string;
}): string {
  return [
    ...headers,
    `From: ${from}`,
    'To: print@print.localhost',
    `Subject: ${subject}`,
    `Message-ID: ${messageId}`,
    'Date: Sun, 22 Nov 2026 12:00:00 +0000',
    'MIME-Version: 1.0',
    multipart('mixed', parts),
  ].join('\r\n');
}

/** The Content-Type field and the body of a multipart. */
function multipart(kind: string, parts: readonly (WrittenPart | string)[]): string {
  const boundary = `=_${randomUUID()}`;
  const bodies = parts.map(
    (part) => `--${boundary}\r\n${typeof part === 'string' ? part : partOf(part)}\r\n`,
  );
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${bodies.join('')}--${boundary}--\r\n`;
}

function partOf({ type, disposition, headers = [], content, encoding }: WrittenPart): string {
  const base64 = () => Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\r\n');
  return [
    `Content-Type: ${type}`,
    `Content-Transfer-Encoding: ${encoding ?? 'base64'}`,
    ...(disposition === undefined ? [] : [`Content-Disposition: ${disposition}`]),
    ...headers,
    '',
    encoding ? content.toString() : base64(),
  ].join('\r\n');
}
