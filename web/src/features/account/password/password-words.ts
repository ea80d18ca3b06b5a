import { inLanguage } from '@sixpence/theme/language';

export const passwordWords = inLanguage('passwordWords', {
  title: 'Password',
  has: 'You sign in with a password.',
  hasNone: 'You have no password yet. With one you can sign in by e-mail.',
  change: 'Change password',
  set: 'Set a password',
  present: 'Present password',
  next: 'New password',
  confirmation: 'Confirm password',
  mismatch: 'Passwords do not match!',
  save: 'Save password',
  changed: 'Your password was changed. Other browsers were signed out.',
  wasSet: 'You have a password now. Other browsers were signed out.',
});
