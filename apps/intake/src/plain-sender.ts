/** What a display name may be: words without signs that could hold a second address, or one quoted text. */
const name = String.raw`(?:[^"<>()[\]@,;:\\\p{Cc}]*|"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])*")`;
const address = String.raw`[a-z0-9!#$%&'*+/=?^_{|}~.-]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?`;
const plain = new RegExp(String.raw`^\s*(?:${name}\s*<(${address})>|(${address}))\s*$`, 'iu');
const longest = 1_000;

/**
 * The address of a From field, when it is a plain one: a name at most, and one address, without comments, groups, routes,
 * or lists, in which two readers could see two different senders. Undefined for anything else.
 * @param lines every From field of the mail, unfolded, with its name
 */
export function plainSender(lines: readonly string[]): string | undefined {
  const [line, ...others] = lines;
  if (line === undefined || others.length > 0 || line.length > longest) return undefined;
  const value = line.slice(line.indexOf(':') + 1);
  const [, named, bare] = plain.exec(value) ?? [];
  return (named ?? bare)?.toLowerCase();
}
