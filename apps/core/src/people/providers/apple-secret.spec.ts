import { generateKeyPairSync, verify } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { appleSecret } from './apple-secret.js';

test('the secret for Apple is a signed token for five minutes', () => {
  const { privateKey: key, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const client = { teamId: 'team', keyId: 'kid', clientId: 'client', key };
  const secret = appleSecret(client, 'https://appleid.apple.com', 1_700_000_000_999);
  const [header = '', claims = '', signature = ''] = secret.split('.');
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
  expect([read(header), read(claims)]).toEqual([
    { alg: 'ES256', kid: 'kid' },
    {
      ...{ iss: 'team', sub: 'client', aud: 'https://appleid.apple.com' },
      ...{ iat: 1_700_000_000, exp: 1_700_000_300 },
    },
  ]);
  const isRight = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  expect(isRight).toBe(true);
});
