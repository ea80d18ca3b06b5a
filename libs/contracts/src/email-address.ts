const longest = 254;

/**
 * The one e-mail rule of site and core: something, an @, something, a dot, at least two characters. The dot is the first
 * one that has something before it, so that a text is read once and never tried again from another dot.
 */
export const emailPattern = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]{2,}$/;

/** Brackets, which mail puts around addresses, and signs that nobody sees: with them two addresses look like one. */
const noPart = /[<>\p{Cc}\p{Cf}]/u;

export function isEmailAddress(text: string): boolean {
  return text.length <= longest && emailPattern.test(text) && !noPart.test(text);
}
