import { inLanguage } from '@sixpence/theme/language';

/** The account page's own words and those that its sections share. */
export const accountWords = inLanguage('accountWords', {
  title: 'Account',
  loading: 'Opening your account',
  notLoaded: 'Your account could not be shown.',
  notLoadedAdvice: 'Check your connection.',
  tryAgain: 'Try again',
  notDone: 'That did not work.',
  tooMany: 'Wait a while, then try again.',
  later: 'Try again in a minute.',
  cancel: 'Cancel',
});

export const addressesWords = inLanguage('addressesWords', {
  title: 'E-mail addresses',
  lead: 'Each of these signs you in. We write to the main one.',
  primary: 'Main address',
  undeliverable: 'Mail to this address comes back. Check that it still exists.',
  leaves: (when: string) => `Removed: it leaves your account on ${when}. Add it again to keep it.`,
  makePrimary: 'Make main',
  makePrimaryOf: (address: string) => `Make main: ${address}`,
  madePrimary: 'This is your main address now. Other browsers were signed out.',
  remove: 'Remove',
  removeOf: (address: string) => `Remove ${address}`,
  removed: 'The address was removed.',
  add: 'Add an address',
  newAddress: 'New address',
  badAddress: 'Please check the address.',
  badAddressAdvice: 'It should look like name@example.com.',
  sendCode: 'Mail me a code',
  confirm: 'Add this address',
  added: 'The address was added. We have told your other addresses of it.',
});

/** The words for the download of the user's data and the deletion of the account. */
export const leavingWords = inLanguage('leavingWords', {
  password: 'Your password',
  cancel: 'Cancel',
  notDone: 'That did not work.',
  notDoneAdvice: 'Check your connection, and try again in a moment.',
  wrongPassword: 'What you typed is not your password.',
  signInAnew:
    'You have no password: log out, sign in again, and come back within ten minutes, so that we know it is you.',

  downloadTitle: 'Download my data',
  downloadLead:
    'Everything that we know of you, as one file: addresses, sessions, documents’ names, print jobs, and each payment.',
  download: 'Download my data',
  downloaded: 'Your file is saved with your downloads.',
  fileName: 'sixpence-my-data.json',

  deleteTitle: 'Delete my account',
  deleteLead: 'For good: nobody can bring it back, not even us.',
  begin: 'Delete my account…',
  goesTitle: 'What goes',
  goes: 'Your addresses, password, sign-ins, print code, and every document that waits here.',
  staysTitle: 'What stays',
  stays: 'What was paid and printed, for our books, without your name and without the names of your files.',
  sure: 'I understand that this cannot be undone.',
  moneyAdvice: 'Print with it first, or give it up.',
  giveUp: 'I give up the money that is left.',
  delete: 'Delete for good',
});

export const accountMailWords = inLanguage('accountMailWords', {
  title: 'Print by mail',
  lead: (address: string) =>
    `What you mail to ${address} from one of your addresses waits on your dashboard, as if you had uploaded it.`,
  takes: 'Take my mails',
  taken: 'Your mails are taken from now on.',
  notTaken: 'Your mails are sent back from now on.',
  answers: 'Answer each mail with pages and price',
  answered: 'Your mails are answered from now on.',
  notAnswered: 'Your mails are not answered any more. They are still on your dashboard.',
});

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

export const providersWords = inLanguage('providersWords', {
  title: 'Google, Microsoft, Apple',
  none: 'None yet. To link one, sign in with it once: it has to know you by one of your addresses.',
  remove: 'Remove',
  removeOf: (provider: string) => `Remove ${provider}`,
  removed: 'It does not sign you in any more.',
});

export const sessionsWords = inLanguage('sessionsWords', {
  title: 'Where you are signed in',
  lead: 'If you do not know one of these, end it and choose a new password.',
  unknownDevice: 'A browser that we do not know',
  thisOne: 'This browser, now',
  lastSeen: (when: string) => `Last seen ${when}`,
  since: (when: string) => `signed in ${when}`,
  end: 'End',
  endOf: (device: string, when: string) => `End ${device}, last seen ${when}`,
  ended: 'That browser was signed out.',
  endAll: 'Sign out everywhere',
});
