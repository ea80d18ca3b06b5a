import { hkdfSync } from 'node:crypto';

/**
 * Derived keys, cached as long as the secret lives: the check of one print code needs the same key for sixty
 * near codes.
 */
const derived = new WeakMap<Uint8Array, Map<string, Buffer>>();

/**
 * Derives one key for each purpose from the service's secret (RFC 5869), so that a signature for one purpose
 * is invalid for all others.
 */
export function deriveKey(secretKey: Uint8Array, purpose: string): Buffer {
  const keys = derived.get(secretKey) ?? new Map<string, Buffer>();
  derived.set(secretKey, keys);
  const key = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', secretKey, '', `sixpence:${purpose}`, 32));
  keys.set(purpose, key);
  return key;
}
