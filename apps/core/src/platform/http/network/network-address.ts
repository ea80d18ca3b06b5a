import { BlockList, isIP } from 'node:net';

/** Whether an address is one of our proxies, whose `X-Forwarded-For` is trusted. */
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
 * The client's address: the nearest address that is not our proxy. Each proxy appends the address of its peer
 * to `X-Forwarded-For`, so entries that a client forged come before its real address and are never read.
 * @param peer the other end of the connection
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  isTrusted: IsTrusted,
): string {
  let address = peer ?? '';
  for (const hop of (forwardedFor ?? '').split(',').reverse()) {
    const before = hop.trim();
    if (isIP(before) === 0 || !isTrusted(address)) break;
    address = before;
  }
  return address;
}
