import { networkOf, widerNetworkOf } from '@sixpence/config/networks';

/**
 * The network by which senders share places, readers, and bytes: an IPv4 address, or the /48 of an IPv6
 * address.
 */
export function senderNetwork(address: string): string {
  return widerNetworkOf(networkOf(address));
}
