import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { setCookie, valueInCookies } from '../../platform/http/cookies.js';
import { deriveKey } from '../../platform/keys/derive-key.js';

const name = 'sixpence-device';
const pattern = /^[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/;

/**
 * A browser that signed in to an account before, or typed a mailed code for its new password: a random id, signed for
 * that account and its password. It opens nothing; it has a budget of wrong tries of its own, so that those of strangers
 * do not keep it out. Whose it is cannot be read from it. A new password makes it worthless: whoever had stolen the old one has a stranger's browser again.
 */
export interface Device {
  id: string;
  /** As the cookie carries it. */
  value: string;
}

/** Whom a device signed in to: the account's id, and its password as it is stored. */
export interface DeviceOwner {
  id: string;
  passwordHash: string | null;
}

export function newDevice(owner: DeviceOwner, secretKey: Uint8Array): Device {
  const id = randomBytes(16).toString('base64url');
  return { id, value: `${id}.${signatureOf(id, owner, secretKey).toString('base64url')}` };
}

/** The device of a Cookie header, if this account has signed in on it. */
export function deviceFromCookies(
  header: string | undefined,
  { owner, secretKey, publicUrl }: { owner: DeviceOwner; secretKey: Uint8Array; publicUrl: string },
): Device | undefined {
  const value = valueInCookies(header, { publicUrl, name, pattern });
  if (value === undefined) return undefined;
  const [id = '', signature = ''] = value.split('.');
  const right = signatureOf(id, owner, secretKey);
  const given = Buffer.from(signature, 'base64url');
  return given.length === right.length && timingSafeEqual(given, right) ? { id, value } : undefined;
}

export function deviceCookie(publicUrl: string, { value }: Device, maxAgeSeconds: number): string {
  return setCookie(publicUrl, { name, value, maxAgeSeconds });
}

function signatureOf(id: string, owner: DeviceOwner, secretKey: Uint8Array): Buffer {
  const key = deriveKey(secretKey, 'device');
  return createHmac('sha256', key)
    .update(`${id}\n${owner.id}\n${owner.passwordHash ?? ''}`)
    .digest();
}
