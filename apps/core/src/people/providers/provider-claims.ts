import { isEmailAddress } from '@sixpence/contracts/email-address';
import type { ProviderName } from '@sixpence/contracts/provider-names';

/**
 * Identifies a person at a provider. The address is not part of it, because an address can pass to another
 * person.
 */
export interface Identity {
  provider: ProviderName;
  issuer: string;
  subject: string;
}

/** A person as a provider describes them. */
export interface ProviderPerson {
  identity: Identity;
  /** The address that the provider reports; absent when there is none, or it is malformed. */
  email?: string;
  /** Whether the provider proves the address. Otherwise a mailed code has to. */
  isProven: boolean;
}

/** The claims of an ID token, as the provider wrote them. */
export type Claims = Readonly<Record<string, unknown>> & { iss: string; sub: string; email?: unknown };

/**
 * Reads the claims of a checked ID token. Google and Apple prove an address by `email_verified`. Apple may
 * write this claim as a text. At Microsoft the owner of a tenant can write any `email`, so only `xms_edov`
 * counts (the domain's owner was verified).
 */
export function personFromClaims(provider: ProviderName, claims: Claims): ProviderPerson {
  const identity = { provider, issuer: claims.iss, subject: claims.sub };
  const { email } = claims;
  const isProven = isTrue(claims[provider === 'microsoft' ? 'xms_edov' : 'email_verified']);
  return { identity, isProven, ...(typeof email === 'string' && isEmailAddress(email) && { email }) };
}

/** Providers write true as JSON, as a text, or as a number. */
function isTrue(claim: unknown): boolean {
  return claim === true || claim === 'true' || claim === 1 || claim === '1';
}
