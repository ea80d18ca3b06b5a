import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const name = 'sixpence-panel';

/** The longest lifetime that browsers grant a cookie; each visit renews it. */
const lifetimeSeconds = 400 * 24 * 60 * 60;

/** 256 random bits that a paired device sends at each visit. */
export function newDeviceToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The form in which the journal stores a token. */
export function hashDeviceToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** The token in a device's cookie. Cookies of other services on this machine are neither read nor logged. */
export function deviceTokenOf({ cookie = '' }: IncomingHttpHeaders): string | undefined {
  const ours = cookie.split(';').find((each) => each.trim().startsWith(`${name}=`));
  const token = ours?.split('=')[1]?.trim();
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined;
}

/**
 * `SameSite=Lax`, because a pairing link may be opened from a mail.
 * @param secure true over TLS
 */
export function deviceCookie(token: string, secure = false): string {
  const attributes = `Path=/; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax`;
  return `${name}=${token}; ${attributes}${secure ? '; Secure' : ''}`;
}
