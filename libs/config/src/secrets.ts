/**
 * Of 32 random bytes nearly all are different, and so are the steps between them. Of fewer random bytes, more
 * than half are different.
 */
const leastDifferent = 16;

/**
 * In random letters and digits about 40 % are small letters and 40 % are capitals. Words are nearly all small
 * letters.
 */
const mostOfOneCase = 0.72;

/** Words that people type in place of a secret. Each is too long to occur by chance. */
const typicalWords =
  /secret|passwo|change|replac|exampl|sixpence|service|default|random|qwerty|abcdef|123456/i;

/** True when a person seems to have made the bytes up: repeated, counted up, or text. */
export function isWeakSecret(secret: Uint8Array): boolean {
  const steps = secret.map((byte, index) => byte - (secret[(index || secret.length) - 1] ?? 0));
  const isText = secret.every((byte) => byte >= 0x20 && byte < 0x7f);
  const least = Math.min(leastDifferent, secret.length / 2 + 1);
  return isText || new Set(secret).size < least || new Set(steps).size < least;
}

/**
 * `isWeakSecret` for a secret in letters and digits: hexadecimal, or base64 of either kind. About one random
 * token in 10,000 looks like words, and must be generated again.
 */
export function isWeakToken(token: string): boolean {
  if (/^[0-9a-f]+$/i.test(token)) return isWeakSecret(Buffer.from(token, 'hex'));
  const count = (pattern: RegExp) => [...token.matchAll(pattern)].length;
  const [small, capital] = [count(/[a-z]/g), count(/[A-Z]/g)];
  const ofOneCase = Math.max(small, capital) / Math.max(1, count(/[a-z0-9]/gi));
  const hasBothCases = small > 0 && capital > 0;
  return (
    typicalWords.test(token) ||
    !hasBothCases ||
    ofOneCase > mostOfOneCase ||
    new Set(token).size < leastDifferent
  );
}
