import { BlockList, isIP } from 'node:net';

/** Whether an address is one of the proxies whose word on where a request comes from is taken. */
export type IsTrusted = (address: string) => boolean;

/** @param ranges addresses, or ranges such as `10.0.0.0/8` */
export function trusting(ranges: readonly string[]): IsTrusted {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Where a request comes from: the nearest address that is no proxy of ours. Each proxy adds the one it heard from at the
 * end of `X-Forwarded-For`, so that what a client wrote there itself stands before that and is never reached.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  isTrusted: IsTrusted,
): string {
  let address = peer ?? '';
  for (const hop of (forwardedFor ?? '').split(',').reverse()) {
    const before = hop.trim();
    if (!isTrusted(address) || isIP(before) === 0) break;
    address = before;
  }
  return address;
}

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
