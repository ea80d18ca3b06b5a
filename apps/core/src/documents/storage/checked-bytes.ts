import { Refusal } from '@sixpence/contracts/refusals';
import type { FastifyRequest } from 'fastify';
import { plainMediaType, type Address } from './address.js';
import { limited, tooLarge } from './limited.js';
import { bytesOf, type SentBytes } from './request-bytes.js';

/** The bytes of a PUT. `byteLength` is undefined when the length is unknown before the last byte. */
export type CheckedBytes = SentBytes & { byteLength: number | undefined };

/**
 * Checks the headers of a PUT against the signed claims. The lengths are also enforced while the bytes
 * arrive.
 * @throws Refusal `storage.signature`, `storage.too-large`
 */
export function checkedBytes(request: FastifyRequest, address: Address, maxBytes: number): CheckedBytes {
  if (plainMediaType(request.headers['content-type']) !== plainMediaType(address.mediaType)) {
    throw new Refusal('storage.signature', 'The file has another type than was announced.');
  }
  const stated = request.headers['content-length'];
  if (stated !== undefined && Number(stated) > maxBytes) throw tooLarge(maxBytes);
  if (stated !== undefined && address.byteLength !== undefined && Number(stated) !== address.byteLength) {
    throw new Refusal('storage.signature', 'The file has another length than was announced.');
  }
  const { bytes, stop } = bytesOf(request);
  const byteLength = stated === undefined ? address.byteLength : Number(stated);
  return { bytes: limited(bytes, { maxBytes, exactBytes: address.byteLength }), byteLength, stop };
}
