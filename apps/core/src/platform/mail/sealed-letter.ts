import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Letter } from './letter.js';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * A letter as it lies in the database: nonce, ciphertext, tag. Letters carry one-time codes and addresses, which no copy
 * of the database may tell. It opens only as the mail it was sealed for.
 */
export function sealLetter(key: Uint8Array, mailId: string, letter: Letter): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(mailId));
  return Buffer.concat([nonce, cipher.update(JSON.stringify(letter)), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when it was sealed for another mail, under another key, or was changed */
export function openLetter(key: Uint8Array, mailId: string, sealed: Uint8Array): Letter {
  const end = sealed.length - tagBytes;
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes))
    .setAAD(Buffer.from(mailId))
    .setAuthTag(sealed.subarray(end));
  const text = Buffer.concat([decipher.update(sealed.subarray(nonceBytes, end)), decipher.final()]);
  return JSON.parse(text.toString('utf8')) as Letter;
}
