import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MailParser, type AttachmentStream, type HeaderLines, type Headers } from 'mailparser';
import { limits } from '../limits.js';
import { isDiskFull } from './disk-full.js';

/** A part of a mail that is not its text. */
export interface Attachment {
  /** The name in the mail, decoded; empty when it has none. */
  name: string;
  contentType: string;
  /** Whether the mail program shows it within the text. */
  isInline: boolean;
  byteLength: number;
  /** The file with its bytes; absent when they were not wanted. */
  file?: string;
}

/** A node of the parser's tree; it has `textContent` when it is a text of the mail. */
export interface Node {
  contentType: string | false;
  textContent?: string;
  isAttachment?: boolean;
  children: Node[];
}

/** One mail. A mail inside it is one attachment. */
export interface Message {
  headers: Headers;
  /** The Date field, as the sender wrote it. */
  date: string;
  tree: Node;
  attachments: Attachment[];
}

/** The reason why a mail cannot be taken apart. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';

  constructor(
    readonly problem: 'too-many-parts' | 'unreadable',
    options?: ErrorOptions,
  ) {
    super(problem, options);
  }
}

interface ReadOptions {
  /** The folder for attachments. */
  folder: string;
  /** Whether the bytes of an attachment are needed. */
  wants: (attachment: Pick<Attachment, 'name' | 'contentType'>) => boolean;
  mostParts: number;
}

/**
 * Reads the mail in a file piece by piece, so that it is never in memory as a whole. The parser's conversions
 * between HTML and text are off, because a crafted mail can make them take minutes. A mail inside it is an
 * attachment.
 * @throws Unreadable; the system's error when there is no space for an attachment
 */
export async function readMessage(mail: string, { folder, wants, mostParts }: ReadOptions): Promise<Message> {
  const parser = new MailParser({
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    ignoreEmbedded: true,
    maxChildNodes: mostParts,
    maxHeadSize: limits.headBytes,
  });
  const attachments: Attachment[] = [];
  let headers: Headers = new Map();
  parser.once('headers', (read: Headers) => {
    headers = read;
  });
  let date = '';
  parser.once('headerLines', (lines: HeaderLines) => {
    const written = lines.find(({ key }) => key === 'date')?.line.slice('date:'.length, 100) ?? '';
    date = written.replace(/[^ -~]/g, '').trim();
  });
  // When the parser fails within an attachment, the attachment's stream never ends. So the error is awaited
  // as well.
  const failed = new Promise<never>((_, reject) => parser.on('error', reject));
  const readAttachments = async () => {
    for await (const part of parser as AsyncIterable<{ type: string }>) {
      if (part.type !== 'attachment') continue;
      const stream = part as AttachmentStream;
      const { filename = '', contentType, contentDisposition, related } = stream;
      const described = { name: filename || '', contentType: contentType.toLowerCase() };
      const file = wants(described) ? join(folder, `part-${attachments.length + 1}`) : undefined;
      const byteLength = await readToEnd(stream.content, file);
      stream.release?.();
      const isInline = related || contentDisposition === 'inline';
      attachments.push({ ...described, isInline, byteLength, ...(file !== undefined && { file }) });
    }
  };
  try {
    await Promise.race([Promise.all([pipeline(createReadStream(mail), parser), readAttachments()]), failed]);
  } catch (cause) {
    if (isDiskFull(cause)) throw cause;
    const hasTooManyParts = (cause as NodeJS.ErrnoException).code === 'EMAXLEN';
    throw new Unreadable(hasTooManyParts ? 'too-many-parts' : 'unreadable', { cause });
  }
  const { tree } = parser as unknown as { tree: Node | false };
  return { headers, date, tree: tree || { contentType: false, children: [] }, attachments };
}

/**
 * Reads a part to its end, into `file` if given.
 * @returns its length in bytes
 */
async function readToEnd(content: Readable, file: string | undefined): Promise<number> {
  let byteLength = 0;
  content.on('data', (piece: Buffer) => {
    byteLength += piece.length;
  });
  if (file === undefined) for await (const _ of content) void _;
  else await pipeline(content, createWriteStream(file, { mode: 0o600 }));
  return byteLength;
}
