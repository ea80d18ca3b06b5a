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
