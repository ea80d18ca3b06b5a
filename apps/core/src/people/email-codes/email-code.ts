import { createHmac } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { widerNetworkOf } from '@sixpence/config/networks';
import { deriveKey } from '../../platform/keys/derive-key.js';

/**
 * The purposes of a code. A code is valid for its purpose only. `address` adds an address to an account.
 * `provider` proves an address that an identity provider named without proof.
 */
const emailCodePurposes = ['sign-up', 'reset', 'address', 'provider'] as const;
export type EmailCodePurpose = (typeof emailCodePurposes)[number];

/** The address that a code was mailed to, and the purpose of the code. */
export interface CodeHolder {
  purpose: EmailCodePurpose;
  /** As `asAddress` writes it. */
  address: string;
  /**
   * The session or browser that alone can use the code. Absent where any browser may use it, because the code
   * itself proves who the person is.
   */
  askedBy?: string;
}

/** The network and browser in which a code is requested or typed. */
export interface CodeOrigin {
  network: string;
  /** The value of the browser's cookie for codes; absent without cookies. */
  browser?: string | undefined;
  /**
   * Set if the browser signed in to the account of this address before. Such a device has an allowance of its
   * own, which strangers cannot use up.
   */
  deviceId?: string | undefined;
}

/**
 * The stored hash of the requester of a code: the session or browser that alone can use it, otherwise the
 * browser, otherwise (without cookies) the network.
 */
export function hashAsker(
  { askedBy }: CodeHolder,
  { browser, network }: CodeOrigin,
  secretKey: Uint8Array,
): Buffer {
  const asker = askedBy ?? browser ?? `network ${network}`;
  return createHmac('sha256', deriveKey(secretKey, 'e-mail code asker')).update(asker).digest();
}

/**
 * The stored hash of the device (otherwise the wider network) against whose allowance a mailed code counts.
 * The column is called `payer_hash`; it has nothing to do with money.
 */
export function hashPayer({ deviceId, network }: CodeOrigin, secretKey: Uint8Array): Buffer {
  const payer = deviceId === undefined ? `network ${widerNetworkOf(network)}` : `device ${deviceId}`;
  return createHmac('sha256', deriveKey(secretKey, 'e-mail code payer')).update(payer).digest();
}

/**
 * The only form in which a code is stored. The hash includes the address, so equal digits of two addresses
 * have different hashes.
 */
export function hashEmailCode(holder: CodeHolder, code: string, secretKey: Uint8Array): Buffer {
  const { purpose, address, askedBy = '' } = holder;
  const key = deriveKey(secretKey, 'e-mail code');
  return createHmac('sha256', key).update(`${purpose}\n${address}\n${code}\n${askedBy}`).digest();
}

/**
 * The only form in which codes and product sheets store an address for counting, because its owner may never
 * join. All spellings of one mailbox have the same hash.
 */
export function hashMailbox(address: string, secretKey: Uint8Array): Buffer {
  const key = deriveKey(secretKey, 'e-mail code address');
  return createHmac('sha256', key).update(mailboxOf(address)).digest();
}

/**
 * Two domains of one provider, which ignores dots in names of mailboxes
 * (https://support.google.com/mail/answer/7436150).
 */
const dotless = ['gmail.com', 'googlemail.com'];

/**
 * Reduces an address to its mailbox: without brackets, quotes, and the tag behind `+`, with the domain as DNS
 * spells it, and without dots where the provider ignores them.
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
