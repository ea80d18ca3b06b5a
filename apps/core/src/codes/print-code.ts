import { createHmac } from 'node:crypto';
import { deriveKey } from '../platform/keys/derive-key.js';
import { codeDigits } from '../platform/keys/six-digits.js';

/** The only form in which a code is stored: a keyed hash. */
export function hashPrintCode(code: string, secretKey: Uint8Array): Buffer {
  return createHmac('sha256', deriveKey(secretKey, 'print-code')).update(code).digest();
}

/** One key for each omitted digit, and two for swapped digits. */
export const nearKeysOfACode = codeDigits + 2;

/**
 * The keys of an active code, which keep every other active code more than one typing slip away. A slip is
 * one wrong digit (54 codes) or two swapped neighbours (at most 5 codes). Two codes that are one slip apart
 * have an equal key at the same position, and the database's unique indexes forbid that for active codes. Six
 * keys leave one digit out each: two codes that differ only in that digit share this key. Two keys sort the
 * digits of neighbouring pairs: two codes that differ in one swap share one of them. These two keys also
 * exclude codes that differ in several such swaps, at most five more, which is cheaper than one key for each
 * of the five swaps.
 *
 * A key has fewer possible values than a code, so that a plain hash of it could be reversed by trying all. It
 * is stored as 64 bits of an HMAC with the service's secret. Two keys that are equal by chance cost another
 * draw.
 */
export function nearKeys(code: string, secretKey: Uint8Array): string[] {
  const key = deriveKey(secretKey, 'near print-code');
  const leftOut = code.split('').map((_, at) => `${code.slice(0, at)}_${code.slice(at + 1)}`);
  const inOrder = [pairsInOrder(code, 0), pairsInOrder(code, 1)];
  return [...leftOut, ...inOrder].map((form) =>
    createHmac('sha256', key).update(form).digest().readBigInt64BE().toString(),
  );
}

/** The code with its first `skipped` digits unchanged, and each pair of digits after them sorted. */
function pairsInOrder(code: string, skipped: number): string {
  const pairs = code.slice(skipped).match(/../g) ?? [];
  const sorted = pairs.map((pair) => pair.split('').sort().join('')).join('');
  return `${skipped}:${code.slice(0, skipped)}${sorted}${code.slice(skipped + sorted.length)}`;
}
