import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { headMark, type HeadTag, headTags } from '@sixpence/contracts/page-head';
import type { Page } from '@sixpence/contracts/pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesTag } from './entity-tag.js';

type Coding = 'br' | 'gzip' | 'identity';

interface Compressed {
  bytes: Buffer;
  tag: string;
}

/** Medium quality, because the first visitor waits for the compression. */
const brotliQuality = 7;

const compress: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (bytes) => promisify(gzip)(bytes),
  identity: (bytes) => Promise.resolve(bytes),
};

/**
 * The document of a page, compressed as the browser accepts it. Each compression is made at its first
 * request.
 */
export class SiteDocument {
  private readonly compressed = new Map<Coding, Promise<Compressed>>();

  constructor(private readonly html: string) {}

  async sendDocument(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const coding = codingFor(request.headers['accept-encoding']);
    const { bytes, tag } = await this.compressedWith(coding);
    void reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag: tag });
    if (matchesTag(request.headers['if-none-match'], tag)) return reply.status(304).send();
    if (coding !== 'identity') void reply.header('content-encoding', coding);
    return reply.type('text/html; charset=utf-8').send(bytes);
  }

  private compressedWith(coding: Coding): Promise<Compressed> {
    const known = this.compressed.get(coding);
    if (known) return known;
    const made = compress[coding](Buffer.from(this.html)).then((bytes) => ({ bytes, tag: tagOf(bytes) }));
    this.compressed.set(coding, made);
    return made;
  }
}

/** The document with the head tags of its page. `origin` is the service's public address. */
export function withHead(html: string, page: Page, origin: string): string {
  return html.replace('</head>', () => `${headTags(page, origin).map(asHtml).join('')}</head>`);
}

function asHtml({ name, attributes }: HeadTag): string {
  const written = Object.entries(attributes).map(([attribute, value]) => `${attribute}="${escaped(value)}"`);
  return `<${name} ${written.join(' ')} ${headMark}="">`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/**
 * The smallest coding that the browser accepts. `br, gzip;q=0` does not accept gzip (RFC 9110, section
 * 12.5.3).
 */
function codingFor(accepted = ''): Coding {
  const accepts = accepted
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim().toLowerCase()))
    .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ''))
    .map(([coding]) => coding);
  return (['br', 'gzip'] as const).find((coding) => accepts.includes(coding)) ?? 'identity';
}

function tagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}
