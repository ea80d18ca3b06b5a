const longest = 254;

/**
 * The e-mail rule of site and core: something, an @, something, a dot, at least two characters. The dot is
 * the first one that has something before it, so the pattern never backtracks to another dot.
 */
export const emailPattern = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]{2,}$/;

/**
 * Characters that an address must not have: angle brackets, which mail puts around addresses, and invisible
 * characters, which make two different addresses look the same.
 */
const forbiddenCharacters = /[<>\p{Cc}\p{Cf}]/u;

export function isEmailAddress(text: string): boolean {
  return text.length <= longest && emailPattern.test(text) && !forbiddenCharacters.test(text);
}
