import { isIP } from 'node:net';

/**
 * What counts as one for budgets: an IPv4 address, or the /64 of an IPv6 address, of which whoever has it can use every
 * one. IPv4 written as IPv6 is IPv4.
 */
export function networkOf(address: string): string {
  if (isIP(address) === 4) return address;
  if (isIP(address) !== 6) return 'unknown';
  const groups = groupsOf(address);
  const [, , , , , mark, high = 0, low = 0] = groups;
  if (mark === 0xffff && groups.slice(0, 5).every((group) => group === 0)) {
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  }
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/**
 * What one customer of a provider may have: the /48 of a network as `networkOf` names it, in which there are 65,536 of
 * them. Of IPv4 there is nothing wider to have.
 */
export function widerNetworkOf(network: string): string {
  return network.replace(/^(\w+:\w+:\w+):\w+::\/64$/, '$1::/48');
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [plain = ''] = address.split('%', 1);
  // The address of a page knows no dots inside of IPv6, and writes them as two numbers.
  const text = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [head = '', tail] = text.split('::');
  const before = numbersIn(head);
  const after = tail === undefined ? [] : numbersIn(tail);
  const missing = Array<number>(8 - before.length - after.length).fill(0);
  return [...before, ...missing, ...after];
}

function numbersIn(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}
