/** What the section of the password says. */
export const passwordWords = {
  title: 'Password',
  has: 'You sign in with a password.',
  hasNone: 'You have no password yet.',
};
