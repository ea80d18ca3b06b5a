import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** What an address allows, and until when (seconds since 1970, the database's clock). */
const addressSchema = z.object({
  scope: z.enum(['original', 'held', 'source', 'normalised', 'images']),
  documentId: z.uuid(),
  revision: z.int().min(1),
  /** Of the files that a conversion writes. */
  conversionId: z.uuid().optional(),
  /** What has to be sent, exactly; a length only where it was stated. */
  mediaType: z.string().optional(),
  byteLength: z.int().min(0).optional(),
  expiresAt: z.number(),
});
export type Address = z.infer<typeof addressSchema>;

/** The token at the end of an address below `/storage/`: the claims, and an HMAC over them that nobody else can make. */
export function signAddress(key: Uint8Array, address: Address): string {
  const claims = Buffer.from(JSON.stringify(address)).toString('base64url');
  return `${claims}.${macOf(key, claims).toString('base64url')}`;
}

/** @returns undefined for anything that we did not sign */
export function readAddress(key: Uint8Array, token: string): Address | undefined {
  const [claims, mac, ...rest] = token.split('.');
  if (claims === undefined || mac === undefined || rest.length > 0) return undefined;
  const given = Buffer.from(mac, 'base64url');
  const right = macOf(key, claims);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  return addressSchema.parse(JSON.parse(Buffer.from(claims, 'base64url').toString()));
}

/** A media type without parameters; browsers that know none send nothing, or the type of any bytes. */
export function plainMediaType(header: string | undefined): string {
  const type = (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return type === '' ? 'application/octet-stream' : type;
}

function macOf(key: Uint8Array, claims: string): Buffer {
  return createHmac('sha256', key).update(claims).digest();
}
