import { createHash } from 'node:crypto';
import { tenant, type Kind } from './kinds.js';

/** The identity that a user chooses on the stand-in's page. */
export interface PretendedPerson {
  email: string;
  /** Whether the provider has verified that the address belongs to the user. */
  proven: boolean;
  /** Apple's "Hide my e-mail": a relay address replaces the user's own. */
  hidden: boolean;
}

/** Encodes the person as an account id, so that the stand-in need not store accounts. */
export function accountOf(person: PretendedPerson): string {
  return Buffer.from(JSON.stringify(person)).toString('base64url');
}

/** The `sub` claim of an account. It depends on the address alone, not on the other choices. */
export function subjectOf(kind: Kind, account: string): string {
  return short(`${kind} ${personOf(account).email.toLowerCase()}`);
}

/** The ID token's claims for an account, in the form of each provider. */
export function claimsOf(kind: Kind, account: string): { sub: string; [claim: string]: unknown } {
  const { email, proven, hidden } = personOf(account);
  const sub = subjectOf(kind, account);
  if (kind === 'google') return { sub, email, email_verified: proven };
  if (kind === 'microsoft') {
    return { sub, email, tid: tenant, ...(proven && { xms_edov: true }) };
  }
  const address = hidden ? `${short(`relay ${email}`).slice(0, 10)}@privaterelay.appleid.com` : email;
  // Apple sends booleans as strings.
  return { sub, email: address, email_verified: String(proven), ...(hidden && { is_private_email: 'true' }) };
}

function personOf(account: string): PretendedPerson {
  return JSON.parse(Buffer.from(account, 'base64url').toString()) as PretendedPerson;
}

function short(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
