import { sign, type KeyObject } from 'node:crypto';

const lifeSeconds = 300;

/**
 * The client secret for Apple's token endpoint: a JWT that the client signs itself (ES256), with a lifetime
 * of five minutes. Each request gets a new one.
 * @param audience Apple's issuer URL, the `aud` of the JWT
 * @param nowMs milliseconds since 1970
 */
export function appleSecret(
  client: { teamId: string; keyId: string; clientId: string; key: KeyObject },
  audience: string,
  nowMs: number,
): string {
  const iat = Math.floor(nowMs / 1_000);
  const header = { alg: 'ES256', kid: client.keyId };
  const claims = { iss: client.teamId, sub: client.clientId, aud: audience, iat, exp: iat + lifeSeconds };
  const text = `${encoded(header)}.${encoded(claims)}`;
  const signature = sign('sha256', Buffer.from(text), { key: client.key, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
