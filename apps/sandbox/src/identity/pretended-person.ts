import { createHash } from 'node:crypto';
import { tenant, type Kind } from './kinds.js';

/** Whom somebody says to be on the stand-in's page, and how sure the provider is of their address. */
export interface PretendedPerson {
  email: string;
  /** The provider vouches that the address is theirs. */
  proven: boolean;
  /** Apple's "Hide my e-mail": a relay address stands in the place of their own. */
  hidden: boolean;
}

/** The person as an account's id, so that nobody need be remembered. */
export function accountOf(person: PretendedPerson): string {
  return Buffer.from(JSON.stringify(person)).toString('base64url');
}

/** Whom the provider knows by an account: the same address is the same person, whatever is said of it. */
export function subjectOf(kind: Kind, account: string): string {
  return short(`${kind} ${personOf(account).email.toLowerCase()}`);
}

/** What the provider says of an account in its ID token, each in its own way. */
export function claimsOf(kind: Kind, account: string): { sub: string; [claim: string]: unknown } {
  const { email, proven, hidden } = personOf(account);
  const sub = subjectOf(kind, account);
  if (kind === 'google') return { sub, email, email_verified: proven };
  if (kind === 'microsoft') {
    return { sub, email, tid: tenant, ...(proven && { xms_edov: true }) };
  }
  const address = hidden ? `${short(`relay ${email}`).slice(0, 10)}@privaterelay.appleid.com` : email;
  // Apple says its truths as texts.
  return { sub, email: address, email_verified: String(proven), ...(hidden && { is_private_email: 'true' }) };
}

function personOf(account: string): PretendedPerson {
  return JSON.parse(Buffer.from(account, 'base64url').toString()) as PretendedPerson;
}

function short(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
