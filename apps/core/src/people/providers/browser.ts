import { createHash, createHmac, randomBytes } from 'node:crypto';
import { setCookie, valueInCookies } from '../../platform/http/cookies.js';
import { deriveKey } from '../../platform/keys/derive-key.js';

const name = 'sixpence-social';
const pattern = /^[A-Za-z0-9_-]{43}$/;

/** Binds a flow through a provider to one browser: 256 random bits, kept in a cookie. */
export function newBrowser(): string {
  return randomBytes(32).toString('base64url');
}

export function browserFromCookies(header: string | undefined, publicUrl: string): string | undefined {
  return valueInCookies(header, { publicUrl, name, pattern });
}

export function browserCookie(publicUrl: string, browser: string, maxAgeSeconds: number): string {
  return setCookie(publicUrl, { name, value: browser, maxAgeSeconds });
}

/** The only form in which this cookie's value is stored. */
export function hashBrowser(browser: string, secretKey: Uint8Array): Buffer {
  return createHmac('sha256', deriveKey(secretKey, 'social browser')).update(browser).digest();
}

/** The only form in which a state key is stored. */
export function hashState(stateKey: string, secretKey: Uint8Array): Buffer {
  return createHmac('sha256', deriveKey(secretKey, 'social state')).update(stateKey).digest();
}

/**
 * The secrets that bind a provider's answer to its flow: the PKCE verifier with its challenge, and the nonce.
 * Without them a stolen code is useless.
 */
export interface FlowSecrets {
  verifier: string;
  challenge: string;
  nonce: string;
}

/**
 * Derives the secrets from the browser's cookie, the state key, and our key. So core need not store the
 * secrets, and they cannot be guessed. Another browser's cookie yields other secrets.
 */
export function flowSecretsOf(browser: string, stateKey: string, secretKey: Uint8Array): FlowSecrets {
  const made = (purpose: string) =>
    createHmac('sha256', deriveKey(secretKey, purpose)).update(`${browser}\n${stateKey}`).digest('base64url');
  const verifier = made('social verifier');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return { verifier, challenge, nonce: made('social nonce') };
}
