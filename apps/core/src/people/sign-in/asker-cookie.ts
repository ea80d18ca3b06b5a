import { randomBytes } from 'node:crypto';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { setCookie, valueInCookies } from '../../platform/http/cookies.js';

const name = 'sixpence-code';
const pattern = /^[A-Za-z0-9_-]{22}$/;

/** A browser that asks for mailed codes: a random id. The code that it asks for is its own, and outlives those of strangers. */
export function newAsker(): string {
  return randomBytes(16).toString('base64url');
}

export function askerFromCookies(header: string | undefined, publicUrl: string): string | undefined {
  return valueInCookies(header, { publicUrl, name, pattern });
}

/** Kept as long as the code that is asked for is good. */
export function askerCookie(publicUrl: string, value: string): string {
  return setCookie(publicUrl, { name, value, maxAgeSeconds: lifeSeconds.emailCode });
}
