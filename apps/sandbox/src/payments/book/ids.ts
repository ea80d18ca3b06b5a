import { randomBytes } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An id as Stripe makes them: `pi_3Qk…`. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${randomWord(length)}`;
}

/** What the page of one payment shows to be the page of this payment. */
export function newClientSecret(intentId: string): string {
  return `${intentId}_secret_${randomWord(25)}`;
}

function randomWord(length: number): string {
  return Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('');
}
