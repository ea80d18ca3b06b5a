/** An address as people type it: without its scheme and without a slash at the end. */
export function addressToType(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}
