/** Whether a name, as it stands in an address, is this machine: nobody can listen on the way there. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(hostname);
}

/** Whether what is said to an http or https address cannot be read on the way. */
export function isSafeAddress(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || isLoopback(hostname);
}
