import { verify, type KeyObject } from 'node:crypto';

/** The client that the secret must name. */
export interface AppleClient {
  teamId: string;
  keyId: string;
  clientId: string;
  key: KeyObject;
}

const longestLifeSeconds = 15_777_000;

/**
 * Whether this is a client secret in Apple's format: a JWT, signed with the client's own key (ES256), that
 * names the team, the client, and Apple, and is valid for at most six months.
 */
export function isAppleSecret(secret: string, client: AppleClient, issuer: string): boolean {
  const [head = '', body = '', signature = ''] = secret.split('.');
  const header = parsed(head);
  const claims = parsed(body);
  const now = Date.now() / 1_000;
  const { iat, exp } = claims;
  return (
    header['alg'] === 'ES256' &&
    header['kid'] === client.keyId &&
    verify(
      'sha256',
      Buffer.from(`${head}.${body}`),
      { key: client.key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    ) &&
    claims['iss'] === client.teamId &&
    claims['sub'] === client.clientId &&
    claims['aud'] === issuer &&
    typeof iat === 'number' &&
    typeof exp === 'number' &&
    exp > now &&
    exp <= iat + longestLifeSeconds
  );
}

function parsed(part: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  } catch {
    // Text that is no JSON has no claims.
    return {};
  }
}
