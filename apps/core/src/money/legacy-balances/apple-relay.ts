/**
 * Whether this address, in the form that accounts store, is a relay address of Apple, which forwards to
 * another address. The previous version kept no balance under such an address, and a person can make as many
 * of them as they like.
 */
export function isRelay(address: string): boolean {
  return address.endsWith('@privaterelay.appleid.com');
}
