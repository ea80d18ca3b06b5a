/**
 * Whether the client's copy is current: its `If-None-Match` contains the tag (RFC 9110, section 13.1.2, weak
 * comparison). Our tags must not contain commas.
 */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  const listed = (ifNoneMatch ?? '').split(',').map((text) => text.trim().replace(/^W\//, ''));
  return listed.includes(tag) || listed[0] === '*';
}
