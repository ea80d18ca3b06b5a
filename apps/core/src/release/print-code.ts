import { createHmac } from 'node:crypto';
import { deriveKey } from '../keys/derive-key.js';
import { codeDigits } from '../keys/six-digits.js';

/**
 * Codes one typing slip away: a digit off (54) or two neighbours swapped (at most 5). No two active codes are
 * neighbours, so that a slip never opens a stranger's queue.
 */
export function neighbours(code: string): string[] {
  const near = new Set<string>();
  for (let at = 0; at < codeDigits; at += 1) {
    for (let digit = 0; digit < 10; digit += 1) near.add(replaceAt(code, at, digit.toString()));
    near.add(swapAt(code, at));
  }
  near.delete(code);
  return [...near];
}

/** The only form in which a code is stored. */
export function hashPrintCode(code: string, secretKey: Uint8Array): Buffer {
  return createHmac('sha256', deriveKey(secretKey, 'print-code')).update(code).digest();
}

function replaceAt(code: string, at: number, digit: string): string {
  return code.slice(0, at) + digit + code.slice(at + 1);
}

/** The code with the digits at `at` and `at + 1` swapped; the last digit has no follower and stays. */
function swapAt(code: string, at: number): string {
  return (
    code.slice(0, at) +
    code
      .slice(at, at + 2)
      .split('')
      .reverse()
      .join('') +
    code.slice(at + 2)
  );
}
