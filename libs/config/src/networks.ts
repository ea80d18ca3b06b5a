import { isIP } from 'node:net';

/**
 * The network of an address, as budgets count it: an IPv4 address, or the /64 of an IPv6 address, because its
 * owner can use every address in it. IPv4 written as IPv6 counts as IPv4.
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
 * The network that one customer of a provider may have: the /48 of a network from `networkOf`, which contains
 * 65,536 such networks. An IPv4 address stays as it is.
 */
export function widerNetworkOf(network: string): string {
  return network.replace(/^(\w+:\w+:\w+):\w+::\/64$/, '$1::/48');
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [plain = ''] = address.split('%', 1);
  // `URL` turns dotted IPv4 inside IPv6 into two numbers.
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
