import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileTypeOf, fileTypes } from '@sixpence/contracts/file-types';
import { mostMailedDocuments, type NotTaken, type NotTakenReason } from '@sixpence/contracts/http/intake';
import { MailParser, type AttachmentStream, type Headers } from 'mailparser';
import { limits } from '../limits.js';

/** An inline picture of fewer bytes is a logo or a signature: photos are larger. */
const smallPictureBytes = 30 * 1024;

/** What will be a document: its bytes lie in `file`. */
export interface Part {
  name: string;
  file: string;
  byteLength: number;
}

/** What a mail is about, besides its documents. */
export interface Taken {
  documents: Part[];
  notTaken: NotTaken[];
  subject: string;
  messageId: string | undefined;
}

export type TakenApart = Taken | { problem: 'too-many-parts' | 'unreadable' };

/** The parser's own node of a part; only its shape is looked at. */
interface Node {
  children?: Node[];
}

/**
 * Everything in a mail that can be printed, in its order, also what lies within forwarded mails. Options of the parser are
 * such that it makes no text of HTML and no HTML of text, which a crafted mail can make last for minutes.
 */
export async function takeApart(mail: Buffer, folder: string): Promise<TakenApart> {
  const options = {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    maxChildNodes: limits.parts,
  };
  const parser = new MailParser(options);
  const ended = new Promise<'end' | 'too-many-parts' | 'unreadable'>((resolve) => {
    parser.once('end', () => resolve('end'));
    parser.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'EMAXLEN' ? 'too-many-parts' : 'unreadable');
    });
  });
  const documents: Part[] = [];
  const notTaken: NotTaken[] = [];
  let headers: Headers | undefined;
  parser.once('headers', (read: Headers) => {
    headers = read;
  });
  let count = 0;
  const taking = (async () => {
    for await (const part of parser as AsyncIterable<{ type: string }>) {
      if (part.type !== 'attachment') continue;
      const attachment = part as AttachmentStream;
      count += 1;
      const name = nameOf(attachment, count);
      const file = join(folder, `part-${count}`);
      const why =
        hindrance(attachment, name) ?? (documents.length < mostMailedDocuments ? undefined : 'too-many');
      const byteLength = await kept(attachment.content as Readable, why ? undefined : file);
      attachment.release();
      if (isDecoration(attachment, name, byteLength)) continue;
      if (why || byteLength === 0) notTaken.push({ name, why: why ?? 'empty' });
      else documents.push({ name, file, byteLength });
    }
  })();
  parser.end(mail);
  const outcome = await Promise.race([ended, taking.then(() => ended)]);
  if (outcome !== 'end') return { problem: outcome };
  await taking;
  const { tree } = parser as unknown as { tree: Node | false };
  if (tree && depthOf(tree) > limits.levels) return { problem: 'too-many-parts' };
  return {
    documents,
    notTaken,
    subject: textOf(headers, 'subject') ?? '',
    messageId: textOf(headers, 'message-id'),
  };
}

/** Why a part cannot become a document, as far as its name and type tell. */
function hindrance({ contentType }: AttachmentStream, name: string): NotTakenReason | undefined {
  if (fileTypeOf(name)) return undefined;
  const type = contentType.toLowerCase();
  const told = hindrances.find(({ types, endings }) => types.test(type) || endings.test(name));
  return told?.why ?? 'type';
}

const hindrances: readonly { why: NotTakenReason; types: RegExp; endings: RegExp }[] = [
  { why: 'winmail', types: /^application\/(?:vnd\.)?ms-tnef$/, endings: /^winmail\.dat$/i },
  { why: 'encrypted', types: /^application\/(?:x-)?pkcs7-/, endings: /\.p7[ms]$/i },
  { why: 'heic', types: /^image\/hei[cf]$/, endings: /\.hei[cf]$/i },
  {
    why: 'archive',
    types: /^application\/(?:x-)?(?:zip|7z|rar|tar|gzip)/,
    endings: /\.(?:zip|7z|rar|tar|gz|tgz)$/i,
  },
];

function textOf(headers: Headers | undefined, name: string): string | undefined {
  const value = headers?.get(name);
  return typeof value === 'string' ? value : undefined;
}

/** Reads a part to its end, into a file if it is wanted. @returns how many bytes it has */
async function kept(content: Readable, file: string | undefined): Promise<number> {
  let byteLength = 0;
  content.on('data', (piece: Buffer) => {
    byteLength += piece.length;
  });
  if (file === undefined) for await (const _ of content) void _;
  else await pipeline(content, createWriteStream(file, { mode: 0o600 }));
  return byteLength;
}

/** A logo, or the picture of a signature. */
function isDecoration(
  { contentDisposition, related }: AttachmentStream,
  name: string,
  byteLength: number,
): boolean {
  const isPicture = fileTypeOf(name)?.shownAs === 'pictures';
  return isPicture && byteLength < smallPictureBytes && (related || contentDisposition === 'inline');
}

/** With the ending of its type, where its own says none; without signs that no name can have. */
function nameOf({ filename, contentType }: AttachmentStream, count: number): string {
  const given = (filename ?? '').replace(/\p{Cc}/gu, '').trim();
  const name = given === '' ? `attachment-${count}` : given;
  if (fileTypeOf(name)) return name.length <= 255 ? name : name.slice(-255);
  const type = contentType.toLowerCase();
  const extension = Object.entries(fileTypes).find(([, { mediaTypes }]) => mediaTypes.includes(type))?.[0];
  return extension === undefined ? name : `${name.slice(0, 200)}.${extension}`;
}

function depthOf({ children = [] }: Node): number {
  return 1 + Math.max(0, ...children.map(depthOf));
}
