/**
 * Whether what a client has is what it would get: its `If-None-Match` names the tag (RFC 9110, section 13.1.2). Tags are
 * compared without regard to whether they are weak; our own hold no commas.
 */
export function hasSame(ifNoneMatch: string | undefined, tag: string): boolean {
  const had = (ifNoneMatch ?? '').split(',').map((text) => text.trim().replace(/^W\//, ''));
  return had.includes(tag) || had[0] === '*';
}
