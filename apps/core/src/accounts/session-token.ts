import { createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Sessions end by themselves after 30 days. */
export const sessionLifeDays = 30;

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits, as the cookie carries them. */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The only form in which a token is stored. */
export function hashSessionToken(token: string, secretKey: Uint8Array): Buffer {
  return createHmac('sha256', deriveKey(secretKey, 'session')).update(token).digest();
}

/** One key per purpose out of the service's secret (RFC 5869). */
export function deriveKey(secretKey: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `sixpence:${purpose}`, 32));
}

/**
 * `__Host-` binds the cookie to this host over https; plain http, allowed on loopback only, cannot carry that name.
 */
export function sessionCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-sixpence' : 'sixpence';
}

export function sessionCookie(publicUrl: string, token: string, maxAgeSeconds: number): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${sessionCookieName(publicUrl)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
}

/** The session token of a Cookie header; anything that cannot be one counts as absent. */
export function tokenFromCookies(header: string | undefined, publicUrl: string): string | undefined {
  if (header === undefined || header.length > 8_192) return undefined;
  const name = sessionCookieName(publicUrl);
  for (const part of header.split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name && value !== undefined && tokenPattern.test(value)) return value;
  }
  return undefined;
}
