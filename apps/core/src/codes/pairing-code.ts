import { createHmac } from 'node:crypto';
import { deriveKey } from '../platform/keys/derive-key.js';
import { codeDigits } from '../platform/keys/six-digits.js';

/**
 * The six digits that a panel's request draws in each attempt. They are derived from the request's id and the
 * service's secret, and are not stored: a box that asks again, after a lost answer or a restart, shows the
 * same digits. Without the secret each code is equally likely.
 */
export function pairingCode(requestId: string, attempt: number, secretKey: Uint8Array): string {
  const drawn = createHmac('sha256', deriveKey(secretKey, 'pairing-code'))
    .update(`${requestId} ${attempt}`)
    .digest();
  // The remainder of 48 random bits is practically uniform.
  return (drawn.readUIntBE(0, 6) % 10 ** codeDigits).toString().padStart(codeDigits, '0');
}
