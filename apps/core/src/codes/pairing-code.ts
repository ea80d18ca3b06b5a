import { createHmac } from 'node:crypto';
import { deriveKey } from '../platform/keys/derive-key.js';
import { codeDigits } from '../platform/keys/six-digits.js';

/**
 * The six digits that a panel's request draws in each turn. They follow from the request's id and the service's secret, so
 * that a box which asks again, because the answer was lost or it was restarted, shows the same digits; they are stored
 * nowhere. To whoever lacks the secret each code is as likely as any other.
 */
export function pairingCode(requestId: string, turn: number, secretKey: Uint8Array): string {
  const drawn = createHmac('sha256', deriveKey(secretKey, 'pairing-code'))
    .update(`${requestId} ${turn}`)
    .digest();
  // 48 bits are so many that no remainder is seen more often than another.
  return (drawn.readUIntBE(0, 6) % 10 ** codeDigits).toString().padStart(codeDigits, '0');
}
