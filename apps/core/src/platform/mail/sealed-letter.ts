import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Letter } from './letter.js';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a letter for the database: nonce, ciphertext, tag. Letters contain one-time codes and addresses,
 * which a copy of the database must not reveal. The mail's id is authenticated, so a letter cannot be moved
 * to another row.
 */
export function sealLetter(key: Uint8Array, mailId: string, letter: Letter): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(mailId));
  return Buffer.concat([nonce, cipher.update(JSON.stringify(letter)), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when `sealed` is of another mail or key, or was changed */
export function openLetter(key: Uint8Array, mailId: string, sealed: Uint8Array): Letter {
  const end = sealed.length - tagBytes;
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes))
    .setAAD(Buffer.from(mailId))
    .setAuthTag(sealed.subarray(end));
  const text = Buffer.concat([decipher.update(sealed.subarray(nonceBytes, end)), decipher.final()]);
  return JSON.parse(text.toString('utf8')) as Letter;
}
