import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** The claims of a signed address. `expiresAt` is in seconds since 1970, by the database's clock. */
const addressSchema = z.object({
  scope: z.enum(['original', 'held', 'source', 'normalised', 'images']),
  documentId: z.uuid(),
  revision: z.int().min(1),
  /** For files that a conversion writes. */
  conversionId: z.uuid().optional(),
  /** The exact type and length that the sender must send. The length is absent when it was not stated. */
  mediaType: z.string().optional(),
  byteLength: z.int().min(0).optional(),
  expiresAt: z.number(),
});
export type Address = z.infer<typeof addressSchema>;

/** The token at the end of an address below `/storage/`: the claims, and an HMAC over them. */
export function signAddress(key: Uint8Array, address: Address): string {
  const claims = Buffer.from(JSON.stringify(address)).toString('base64url');
  return `${claims}.${macOf(key, claims).toString('base64url')}`;
}

/** @returns undefined for a token that this service did not sign */
export function readAddress(key: Uint8Array, token: string): Address | undefined {
  const [claims, mac, ...rest] = token.split('.');
  if (claims === undefined || mac === undefined || rest.length > 0) return undefined;
  const given = Buffer.from(mac, 'base64url');
  const right = macOf(key, claims);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  return addressSchema.parse(JSON.parse(Buffer.from(claims, 'base64url').toString()));
}

/** A media type without parameters. A missing type becomes `application/octet-stream`. */
export function plainMediaType(header: string | undefined): string {
  const type = (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return type === '' ? 'application/octet-stream' : type;
}

function macOf(key: Uint8Array, claims: string): Buffer {
  return createHmac('sha256', key).update(claims).digest();
}
