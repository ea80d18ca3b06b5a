import { inLanguage } from '@sixpence/theme/language';

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
