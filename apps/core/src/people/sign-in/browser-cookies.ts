import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { sessionCookie } from '../sessions/session-token.js';
import { deviceCookie, type Device } from '../users/device-cookie.js';

/** The `Set-Cookie` headers after signing in: session and device. */
export function signedInCookies(
  publicUrl: string,
  { token, device }: { token: string; device: Device },
): string[] {
  return [
    sessionCookie(publicUrl, token, lifeSeconds.session),
    deviceCookie(publicUrl, device, lifeSeconds.device),
  ];
}
