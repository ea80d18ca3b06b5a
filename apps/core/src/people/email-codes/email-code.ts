import { createHmac } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { widerNetworkOf } from '@sixpence/config/networks';
import { deriveKey } from '../../platform/keys/derive-key.js';

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

/** Where a code is asked for, or typed. */
export interface CodePlace {
  network: string;
  /** What the browser's cookie for codes holds; absent where it keeps none. */
  browser?: string | undefined;
  /** The browser, if it signed in to the account of this address before: strangers do not use up its codes. */
  deviceId?: string | undefined;
}

/** Who asks, as it is stored: the one that alone can use the code, else a browser, else all without cookies of a network. */
export function hashAsker(
  { askedBy }: CodeHolder,
  { browser, network }: CodePlace,
  secretKey: Uint8Array,
): Buffer {
  const asker = askedBy ?? browser ?? `network ${network}`;
  return createHmac('sha256', deriveKey(secretKey, 'e-mail code asker')).update(asker).digest();
}

/** At whose expense a code is mailed, as it is stored: a device's own, else of all networks of one customer together. */
export function hashPayer({ deviceId, network }: CodePlace, secretKey: Uint8Array): Buffer {
  const payer = deviceId === undefined ? `network ${widerNetworkOf(network)}` : `device ${deviceId}`;
  return createHmac('sha256', deriveKey(secretKey, 'e-mail code payer')).update(payer).digest();
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

/** Two domains of the same mailboxes, in whose names dots mean nothing (https://support.google.com/mail/answer/7436150). */
const dotless = ['gmail.com', 'googlemail.com'];

/**
 * Where a mail to an address goes: brackets, quotes, a tag behind `+`, the domain's spelling, and dots where they mean
 * nothing do not change it.
 */
function mailboxOf(address: string): string {
  const plain = address.replace(/[<>"]/g, '');
  const at = plain.lastIndexOf('@');
  const written = plain.slice(at + 1);
  const domain = (domainToASCII(written) || written).replace(/\.$/, '');
  const local = plain.slice(0, at);
  const tag = local.indexOf('+', 1);
  const name = tag === -1 ? local : local.slice(0, tag);
  return dotless.includes(domain) ? `${name.replaceAll('.', '')}@${dotless[0]}` : `${name}@${domain}`;
}
