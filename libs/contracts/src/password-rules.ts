/** The rules for a new password (specification §5), in the site's words; core enforces them. */
export const passwordRules = [
  { line: 'At least 8 characters', holds: (password: string) => password.length >= 8 },
  { line: 'At least 1 digit', holds: (password: string) => /\p{Nd}/u.test(password) },
  { line: 'At least 1 uppercase letter', holds: (password: string) => /\p{Lu}/u.test(password) },
  { line: 'At least 1 lowercase letter', holds: (password: string) => /\p{Ll}/u.test(password) },
] as const;

export function isGoodPassword(password: string): boolean {
  return passwordRules.every(({ holds }) => holds(password));
}
