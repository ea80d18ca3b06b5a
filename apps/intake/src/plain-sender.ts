/** A harmless display name: words without characters that could hold a second address, or one quoted text. */
const name = /^(?:[^"<>()[\]@,;:\\\p{Cc}]*|"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])*")$/u;
// Both cases are written out: with the flags `iu` the Kelvin sign would match a k, and name another mailbox.
const address = /^[a-zA-Z0-9!#$%&'*+/=?^_{|}~.-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9.-]{0,250}[a-zA-Z0-9])?$/;
const longest = 1_000;

/**
 * The address of a plain From field: at most one display name, and one address. Comments, groups, routes, and
 * lists are refused, because two programs could see two different senders in them. Undefined for anything
 * else.
 * @param lines every From field of the mail, unfolded, with its name
 */
export function plainSender(lines: readonly string[]): string | undefined {
  const [line, ...others] = lines;
  if (line === undefined || others.length > 0 || line.length > longest) return undefined;
  const value = line.slice(line.indexOf(':') + 1).trim();
  const begin = value.endsWith('>') ? value.lastIndexOf('<') : -1;
  const [shown, written] =
    begin < 0 ? ['', value] : [value.slice(0, begin).trim(), value.slice(begin + 1, -1)];
  return name.test(shown) && address.test(written) ? written.toLowerCase() : undefined;
}
