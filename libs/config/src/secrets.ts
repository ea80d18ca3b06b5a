/** Of 32 random bytes nearly all differ from each other, and so do the steps between them; of fewer, more than half. */
const leastDifferent = 16;

/** Of letters and digits at random four in ten are small letters, and as many are capitals; of words nearly all are. */
const mostOfOneCase = 0.72;

/** Words that people put where a secret belongs; each is too long to come up by chance. */
const telling = /secret|passwo|change|replac|exampl|sixpence|service|default|random|qwerty|abcdef|123456/i;

/** Whether somebody typed these bytes instead of having them made: repeated, counted up, or text. */
export function isWeakSecret(secret: Uint8Array): boolean {
  const steps = secret.map((byte, index) => byte - (secret[(index || secret.length) - 1] ?? 0));
  const isText = secret.every((byte) => byte >= 0x20 && byte < 0x7f);
  const least = Math.min(leastDifferent, secret.length / 2 + 1);
  return isText || new Set(secret).size < least || new Set(steps).size < least;
}

/**
 * The same of a secret in letters and digits: hexadecimal, or base64 of either kind. One in some ten thousand that were
 * made is taken for words, and has to be made again.
 */
export function isWeakToken(token: string): boolean {
  if (/^[0-9a-f]+$/i.test(token)) return isWeakSecret(Buffer.from(token, 'hex'));
  const count = (pattern: RegExp) => [...token.matchAll(pattern)].length;
  const [small, capital] = [count(/[a-z]/g), count(/[A-Z]/g)];
  const ofOneCase = Math.max(small, capital) / Math.max(1, count(/[a-z0-9]/gi));
  const hasBothCases = small > 0 && capital > 0;
  return (
    telling.test(token) || !hasBothCases || ofOneCase > mostOfOneCase || new Set(token).size < leastDifferent
  );
}
