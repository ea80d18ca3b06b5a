import { hkdfSync } from 'node:crypto';

/** One key per purpose out of the service's secret (RFC 5869), so that what is signed for one is nothing to another. */
export function deriveKey(secretKey: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `sixpence:${purpose}`, 32));
}
