import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { isEmailAddress } from '@sixpence/contracts/email-address';
import { Refusal } from '@sixpence/contracts/refusals';

/**
 * The one form of an e-mail address in which it is stored, compared, and counted: in lower case, because sign-in compares
 * without case, and with the domain as DNS knows it, which people may write in several ways.
 * @throws Refusal `request.invalid` when this is no address, or too long an one, as lower case makes of some letters
 */
export function asAddress(email: string): string {
  const at = email.lastIndexOf('@');
  const address = `${email.slice(0, at).toLowerCase()}@${domainOf(email.slice(at + 1))}`;
  if (!isEmailAddress(email) || !isEmailAddress(address)) throw new Refusal('request.invalid');
  return address;
}

/** What DNS can hold. Beside it mail servers read comments, groups, and lists: one mailbox would have many addresses. */
const domainPattern = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/;

/** Empty for what names no machine, or only by its number. */
function domainOf(written: string): string {
  // Of a text that looks like the end of a URL only the beginning would be read.
  if (/[/?#\\%:]/.test(written)) return '';
  const domain = domainToASCII(written).replace(/\.$/, '');
  return domainPattern.test(domain) && isIP(domain) === 0 ? domain : '';
}
