import { createHmac, randomBytes } from 'node:crypto';
import { cookieName, setCookie, valueInCookies } from '../../platform/http/cookies.js';
import { deriveKey } from '../../platform/keys/derive-key.js';

const name = 'sixpence';
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** A new token: 256 random bits as base64url. */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The only form in which a token is stored. */
export function hashSessionToken(token: string, secretKey: Uint8Array): Buffer {
  return createHmac('sha256', deriveKey(secretKey, 'session')).update(token).digest();
}

export function sessionCookieName(publicUrl: string): string {
  return cookieName(publicUrl, name);
}

export function sessionCookie(publicUrl: string, token: string, maxAgeSeconds: number): string {
  return setCookie(publicUrl, { name, value: token, maxAgeSeconds });
}

/** The session token of a Cookie header; undefined when there is none or it is malformed. */
export function tokenFromCookies(header: string | undefined, publicUrl: string): string | undefined {
  return valueInCookies(header, { publicUrl, name, pattern: tokenPattern });
}
