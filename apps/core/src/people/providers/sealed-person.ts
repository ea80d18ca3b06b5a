import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Identity } from './who.js';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Somebody whose provider does not vouch for their address, until they have typed the code that was mailed to it. */
export interface WaitingPerson {
  identity: Identity;
  email: string;
  isSignUp: boolean;
  mail: string;
}

/** As they lie in the database: nonce, ciphertext, tag. They may never join, and open for their own browser alone. */
export function sealPerson(key: Uint8Array, browserHash: Uint8Array, person: WaitingPerson): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(browserHash);
  return Buffer.concat([nonce, cipher.update(JSON.stringify(person)), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when they were sealed for another browser, under another key, or were changed */
export function openPerson(key: Uint8Array, browserHash: Uint8Array, sealed: Uint8Array): WaitingPerson {
  const end = sealed.length - tagBytes;
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes))
    .setAAD(browserHash)
    .setAuthTag(sealed.subarray(end));
  const text = Buffer.concat([decipher.update(sealed.subarray(nonceBytes, end)), decipher.final()]);
  return JSON.parse(text.toString('utf8')) as WaitingPerson;
}
