import { networkOf, widerNetworkOf } from '@sixpence/config/networks';

/**
 * The network by which senders share slots, readers, and bytes of the spool: an IPv4 address, or the /48 of
 * an IPv6 address.
 */
export function senderNetwork(address: string): string {
  return widerNetworkOf(networkOf(address));
}
