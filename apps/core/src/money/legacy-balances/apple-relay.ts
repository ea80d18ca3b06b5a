/** Whether Apple forwards this address to another one. Nobody was known by it before, and it can be made as one likes. */
export function isRelay(address: string): boolean {
  return address.toLowerCase().endsWith('@privaterelay.appleid.com');
}
