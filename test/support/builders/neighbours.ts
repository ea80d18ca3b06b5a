/** Codes one typing error away: one digit off (54), or two neighbours swapped (5 at most). */
export function neighbours(code: string): string[] {
  const near = new Set<string>();
  for (let at = 0; at < code.length; at += 1) {
    const [before, here, next, after] = [code.slice(0, at), code[at]!, code[at + 1], code.slice(at + 2)];
    for (let digit = 0; digit < 10; digit += 1) near.add(before + digit.toString() + code.slice(at + 1));
    if (next !== undefined) near.add(before + next + here + after);
  }
  near.delete(code);
  return [...near];
}
