import { hkdfSync } from 'node:crypto';

/** Forgotten with the secret itself. A print code is compared with its sixty neighbours, each of which asks here. */
const derived = new WeakMap<Uint8Array, Map<string, Buffer>>();

/** One key per purpose out of the service's secret (RFC 5869), so that what is signed for one is nothing to another. */
export function deriveKey(secretKey: Uint8Array, purpose: string): Buffer {
  const keys = derived.get(secretKey) ?? new Map<string, Buffer>();
  derived.set(secretKey, keys);
  const key = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', secretKey, '', `sixpence:${purpose}`, 32));
  keys.set(purpose, key);
  return key;
}
