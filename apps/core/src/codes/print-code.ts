import { createHmac } from 'node:crypto';
import { deriveKey } from '../platform/keys/derive-key.js';
import { codeDigits } from '../platform/keys/six-digits.js';

/** The only form in which a code is stored. */
export function hashPrintCode(code: string, secretKey: Uint8Array): Buffer {
  return createHmac('sha256', deriveKey(secretKey, 'print-code')).update(code).digest();
}

/** One for each digit left out, and two for swaps. */
export const nearKeysOfACode = codeDigits + 2;

/**
 * What an active code holds, so that no other one is a typing slip away: a digit off (54 codes) or two neighbours swapped
 * (5 at most). Two codes of which one slip makes the other share a key at the same place, where the database lets no two
 * active ones be equal. Six keys leave one digit out each: who differs in that digit alone has the same. Two have the
 * digits of neighbouring pairs in order: who is a swap away has the same. These two also keep apart what several such
 * swaps make, five codes more at most, which is cheaper than a key for each of the five swaps.
 *
 * A key says less than a code, so that there are fewer to try: it is stored as 64 bits that nobody makes without the
 * service's secret. Two keys that are equal by chance cost another draw.
 */
export function nearKeys(code: string, secretKey: Uint8Array): string[] {
  const key = deriveKey(secretKey, 'near print-code');
  const leftOut = code.split('').map((_, at) => `${code.slice(0, at)}_${code.slice(at + 1)}`);
  const inOrder = [pairsInOrder(code, 0), pairsInOrder(code, 1)];
  return [...leftOut, ...inOrder].map((form) =>
    createHmac('sha256', key).update(form).digest().readBigInt64BE().toString(),
  );
}

/** The code with its first `skipped` digits as they are, and each pair after them sorted. */
function pairsInOrder(code: string, skipped: number): string {
  const pairs = code.slice(skipped).match(/../g) ?? [];
  const sorted = pairs.map((pair) => pair.split('').sort().join('')).join('');
  return `${skipped}:${code.slice(0, skipped)}${sorted}${code.slice(skipped + sorted.length)}`;
}
