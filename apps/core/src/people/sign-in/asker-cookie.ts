import { randomBytes } from 'node:crypto';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { setCookie, valueInCookies } from '../../platform/http/cookies.js';

const name = 'sixpence-code';
const pattern = /^[A-Za-z0-9_-]{22}$/;

/**
 * A new id for a browser that requests mailed codes, 128 random bits. It binds a code to the browser, so a
 * stranger's request does not end that code.
 */
export function newAsker(): string {
  return randomBytes(16).toString('base64url');
}

export function askerFromCookies(header: string | undefined, publicUrl: string): string | undefined {
  return valueInCookies(header, { publicUrl, name, pattern });
}

/** The cookie lives as long as the code. */
export function askerCookie(publicUrl: string, value: string): string {
  return setCookie(publicUrl, { name, value, maxAgeSeconds: lifeSeconds.emailCode });
}
