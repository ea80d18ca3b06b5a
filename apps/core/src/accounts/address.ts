import { Refusal } from '@sixpence/contracts/refusals';

const longest = 254;

/**
 * The one form of an e-mail address in which it is stored, compared, and counted: in lower case, because sign-in compares
 * without case.
 * @throws Refusal `request.invalid` when lower case makes it too long, as of some letters it does
 */
export function asAddress(email: string): string {
  const address = email.toLowerCase();
  if (address.length > longest) throw new Refusal('request.invalid');
  return address;
}
