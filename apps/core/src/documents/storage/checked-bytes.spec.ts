import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import type { Address } from './address.js';
import { checkedBytes } from './checked-bytes.js';

const maxBytes = 2 * 1024 ** 2;
const pdf = 'application/pdf';

/** A PUT of this many bytes to an address with these claims. */
function put(
  byteLength: number,
  {
    type = pdf,
    stated,
    announced,
  }: { type?: string; stated?: number | undefined; announced?: number | undefined },
) {
  const pieces = [Buffer.alloc(Math.ceil(byteLength / 2)), Buffer.alloc(Math.floor(byteLength / 2))];
  const request = {
    headers: { 'content-type': type, ...(stated !== undefined && { 'content-length': String(stated) }) },
    body: Readable.from(pieces, { objectMode: false }),
  } as unknown as FastifyRequest;
  const address: Address = {
    ...{ scope: 'original', documentId: randomUUID(), revision: 1, mediaType: pdf, expiresAt: 0 },
    ...(announced !== undefined && { byteLength: announced }),
  };
  return checkedBytes(request, address, maxBytes);
}

async function lengthOf(bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let length = 0;
  for await (const piece of bytes) length += piece.length;
  return length;
}

describe('bytes that are sent', () => {
  test.each([
    ['with a stated length', 5, { stated: 5 }, 5],
    ['in chunks, of an announced length', 5, { announced: 5 }, 5],
    ['in chunks, of an unknown length', 5, {}, undefined],
    ['with the stated and announced length', 5, { stated: 5, announced: 5 }, 5],
    ['up to the limit', maxBytes, { stated: maxBytes }, maxBytes],
    ['up to the limit in chunks', maxBytes, {}, undefined],
    ['of an empty file', 0, { stated: 0, announced: 0 }, 0],
    ['with a parameter of the type', 5, { type: `${pdf}; charset=binary`, stated: 5 }, 5],
  ])('%s are taken', async (_, length, how, known) => {
    const { bytes, byteLength } = put(length, how);
    expect(byteLength).toBe(known);
    expect(await lengthOf(bytes)).toBe(length);
  });

  test.each([
    ['of another type', { type: 'image/png' }, 'storage.signature'],
    ['of a stated length beyond the limit', { stated: maxBytes + 1 }, 'storage.too-large'],
    ['of a stated length that was not announced', { stated: 5, announced: 6 }, 'storage.signature'],
    ['of a stated length when an empty file was announced', { stated: 5, announced: 0 }, 'storage.signature'],
  ])('%s are refused before the first byte', (_, how, code) => {
    expect(() => put(5, how)).toThrow(expect.objectContaining({ code }));
  });

  test.each([
    ['beyond the limit', maxBytes + 1, {}, 'storage.too-large', 'The file is larger than 2 MB.'],
    ['more than announced', 6, { announced: 5 }, 'storage.signature', /another length/],
    ['fewer than announced', 4, { announced: 5 }, 'storage.signature', /another length/],
  ])('%s are refused while they are read', async (_, length, how, code, message) => {
    const reading = lengthOf(put(length, how).bytes);
    await expect(reading).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });
});
