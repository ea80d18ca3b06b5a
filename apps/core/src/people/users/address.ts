import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { isEmailAddress } from '@sixpence/contracts/email-address';
import { Refusal } from '@sixpence/contracts/refusals';

/**
 * The one form in which an address is stored, compared, and counted: in lower case, because sign-in ignores
 * case, and with the domain as DNS spells it, because people spell some domains in several ways.
 * @throws Refusal `request.invalid` for a text that is no address, or that lower case makes too long
 */
export function asAddress(email: string): string {
  const at = email.lastIndexOf('@');
  const address = `${email.slice(0, at).toLowerCase()}@${domainOf(email.slice(at + 1))}`;
  if (!isEmailAddress(email) || !isEmailAddress(address)) throw new Refusal('request.invalid');
  return address;
}

/**
 * Domains that DNS can hold. Mail servers also read comments, groups, and lists there, which would give one
 * mailbox many addresses.
 */
const domainPattern = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/;

/** The domain as DNS spells it; empty for a text that is no domain name, such as an IP address. */
function domainOf(written: string): string {
  // `domainToASCII` reads only the beginning of a text that looks like the end of a URL.
  if (/[/?#\\%:]/.test(written)) return '';
  const domain = domainToASCII(written).replace(/\.$/, '');
  return domainPattern.test(domain) && isIP(domain) === 0 ? domain : '';
}
