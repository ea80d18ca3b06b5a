/** What a display name may be: words without signs that could hold a second address, or one quoted text. */
const name = /^(?:[^"<>()[\]@,;:\\\p{Cc}]*|"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])*")$/u;
// Both cases are written out: without case, the Kelvin sign would be a k, and another mailbox or domain.
const address = /^[a-zA-Z0-9!#$%&'*+/=?^_{|}~.-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9.-]{0,250}[a-zA-Z0-9])?$/;
const longest = 1_000;

/**
 * The address of a From field, when it is a plain one: a name at most, and one address, without comments, groups, routes,
 * or lists, in which two readers could see two different senders. Undefined for anything else.
 * @param lines every From field of the mail, unfolded, with its name
 */
export function plainSender(lines: readonly string[]): string | undefined {
  const [line, ...others] = lines;
  if (line === undefined || others.length > 0 || line.length > longest) return undefined;
  const value = line.slice(line.indexOf(':') + 1).trim();
  const begin = value.endsWith('>') ? value.lastIndexOf('<') : 0;
  if (begin < 0) return undefined;
  const written = value.endsWith('>') ? value.slice(begin + 1, -1) : value;
  const isPlain = name.test(value.slice(0, begin).trim()) && address.test(written);
  return isPlain ? written.toLowerCase() : undefined;
}
