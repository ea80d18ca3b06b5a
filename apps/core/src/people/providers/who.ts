import { isEmailAddress } from '@sixpence/contracts/email-address';
import type { ProviderName } from '@sixpence/contracts/provider-names';

/** Whom a provider knows somebody as: never by their address, which can change hands. */
export interface Identity {
  provider: ProviderName;
  issuer: string;
  subject: string;
}

/** Who has come back from a provider. */
export interface Who {
  identity: Identity;
  /** What the provider says their address is; absent when it says none, or one that cannot be one. */
  email?: string;
  /** Whether it vouches for that, so that nobody need ask by a code. */
  isProven: boolean;
}

/** The claims of an ID token, as a provider wrote them. */
export type Claims = Readonly<Record<string, unknown>> & { iss: string; sub: string; email?: unknown };

/**
 * Reads a checked ID token. What proves an address differs: Google and Apple say `email_verified`, Apple as a text; at
 * Microsoft anybody can write any `email` into their tenant, so that only `xms_edov` (the domain's owner was verified)
 * counts.
 */
export function whoIs(provider: ProviderName, claims: Claims): Who {
  const identity = { provider, issuer: claims.iss, subject: claims.sub };
  const { email } = claims;
  const isProven = isTrue(claims[provider === 'microsoft' ? 'xms_edov' : 'email_verified']);
  return { identity, isProven, ...(typeof email === 'string' && isEmailAddress(email) && { email }) };
}

/** Providers write a truth as JSON, as a text, or as a number. */
function isTrue(claim: unknown): boolean {
  return claim === true || claim === 'true' || claim === 1 || claim === '1';
}
