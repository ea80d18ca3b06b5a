import { networkOf, widerNetworkOf } from '@sixpence/config/networks';

/** What senders share places, readers, and bytes by: an IPv4 address, or the /48 of an IPv6 address. */
export function senderNetwork(address: string): string {
  return widerNetworkOf(networkOf(address));
}
