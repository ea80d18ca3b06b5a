import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { setCookie, valueInCookies } from '../../platform/http/cookies.js';
import { deriveKey } from '../../platform/keys/derive-key.js';

const name = 'sixpence-device';
const pattern = /^[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/;

/**
 * A browser that signed in to an account before, or typed a mailed code for its new password: a random id,
 * signed for the account and its password. A device has a budget of wrong tries of its own, so wrong tries by
 * strangers do not block it; it grants nothing else. The cookie does not reveal the account. A new password
 * makes the cookie invalid, so a thief who knew the old password loses their device, too.
 */
export interface Device {
  id: string;
  /** The value of the cookie: id and signature. */
  value: string;
}

/** The account that a device signed in to: its id and its stored password hash. */
export interface DeviceOwner {
  id: string;
  passwordHash: string | null;
}

export function newDevice(owner: DeviceOwner, secretKey: Uint8Array): Device {
  const id = randomBytes(16).toString('base64url');
  return { id, value: `${id}.${signatureOf(id, owner, secretKey).toString('base64url')}` };
}

/** The device of a Cookie header, if it is signed for this account and its present password. */
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
