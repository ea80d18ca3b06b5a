import { createHmac } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { deriveKey } from '../keys/derive-key.js';

/**
 * What a code is asked for; one for signing up resets no password. `address` adds one more address to an account,
 * `provider` proves what a provider of sign-in says without proof.
 */
const emailCodePurposes = ['sign-up', 'reset', 'address', 'provider'] as const;
export type EmailCodePurpose = (typeof emailCodePurposes)[number];

/** Whom a code was mailed to, and what for. */
export interface CodeHolder {
  purpose: EmailCodePurpose;
  /** As accounts write addresses. */
  address: string;
  /** Whoever asked, by whom alone it can be used; absent where the code itself says who somebody is. */
  askedBy?: string;
}

/** The only form in which a code is stored: equal digits of two people look different, and open nothing of each other. */
export function hashEmailCode(holder: CodeHolder, code: string, secretKey: Uint8Array): Buffer {
  const { purpose, address, askedBy = '' } = holder;
  const key = deriveKey(secretKey, 'e-mail code');
  return createHmac('sha256', key).update(`${purpose}\n${address}\n${code}\n${askedBy}`).digest();
}

/**
 * The only form in which an address is stored to count what is mailed to it, such as codes: it may be of somebody who never
 * joins. All ways to write one mailbox are the same.
 */
export function hashMailbox(address: string, secretKey: Uint8Array): Buffer {
  const key = deriveKey(secretKey, 'e-mail code address');
  return createHmac('sha256', key).update(mailboxOf(address)).digest();
}

/** Where a mail to an address goes: brackets, quotes, a tag behind `+`, and the domain's spelling do not change it. */
function mailboxOf(address: string): string {
  const plain = address.replace(/[<>"]/g, '');
  const at = plain.lastIndexOf('@');
  const domain = plain.slice(at + 1);
  const local = plain.slice(0, at);
  const tag = local.indexOf('+', 1);
  return `${tag === -1 ? local : local.slice(0, tag)}@${(domainToASCII(domain) || domain).replace(/\.$/, '')}`;
}
