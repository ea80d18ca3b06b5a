import { inLanguage } from '@sixpence/theme/language';

/** The specification's sentences (§8), with advice. */
export const qrLoginWords = inLanguage('qrLoginWords', {
  title: 'QR Login',
  lead: 'Open your list on the screen of the printer in front of you.',
  code: 'Enter 6-digit code',
  codeAdvice: 'Touch “Scan instead” at the printer: its screen shows one.',
  validate: 'Validate',
  validating: 'Validating the code',
  /** Before the names of the printer and its site. */
  open: 'Open',
  openAdvice: 'Only if you are standing in front of it: your list appears there for everybody to see.',
  nobodys: 'No printer shows this code just now.',
  authenticating:
    'This request needs authenticating: with Validate you sign in at the printer that shows the code.',
  agreeing: 'By using it you agree to the',
  terms: 'Terms of Use',

  malformed: 'Please enter a valid 6-digit code.',
  signIn: 'Please sign in to validate the QR code.',
  invalid: 'Invalid code. Please try again.',
  invalidAdvice:
    'A code works once, for two minutes. Touch “Scan instead” at the printer for a new one. The code from your dashboard is typed at the printer.',
  failed: 'Failed to validate code. Please try again.',
  failedAdvice: 'Look at the printer’s screen first: you may be signed in there already.',
  tooMany: 'There were too many wrong codes. Wait a minute, then try again.',
  success: 'Successfully logged in.',
  successAdvice: 'Your list is on the printer’s screen. Choose there what to print.',
  toDashboard: 'Back to your documents',
});
