import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Identity } from './provider-claims.js';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * A person who came back with an unproven address and has to type the code mailed to it. `mail` is the id of
 * that mail.
 */
export interface WaitingPerson {
  identity: Identity;
  email: string;
  isSignUp: boolean;
  mail: string;
}

/**
 * Encrypts a person for the database, because the person may never sign up. The result is nonce, ciphertext,
 * tag. The browser's hash is authenticated, so only this browser's hash decrypts it.
 */
export function sealPerson(key: Uint8Array, browserHash: Uint8Array, person: WaitingPerson): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(browserHash);
  return Buffer.concat([nonce, cipher.update(JSON.stringify(person)), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when `sealed` is of another browser or key, or was changed */
export function openPerson(key: Uint8Array, browserHash: Uint8Array, sealed: Uint8Array): WaitingPerson {
  const end = sealed.length - tagBytes;
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes))
    .setAAD(browserHash)
    .setAuthTag(sealed.subarray(end));
  const text = Buffer.concat([decipher.update(sealed.subarray(nonceBytes, end)), decipher.final()]);
  return JSON.parse(text.toString('utf8')) as WaitingPerson;
}
