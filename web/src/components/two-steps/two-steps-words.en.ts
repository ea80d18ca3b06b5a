import { inLanguage } from '@sixpence/theme/language';

/** The words that sign-up and password reset share. */
export const twoStepsWords = inLanguage('twoStepsWords', {
  openingStep: 'Opening the next step',
  email: 'E-mail',
  code: 'Code',
  password: 'New password',
  confirmation: 'Confirm password',
  continue: 'Continue',
  emailAdvice: 'It should look like name@example.com.',
  requirements: 'Password requirements',
  kept: 'Done:',
  notKept: 'Missing:',
  missing: 'All fields are required.',
  sentTo: (email: string) => `We have mailed six digits to ${email}. They are good for ten minutes.`,
  again: 'Send again',
  sentAgain: 'A new code is on its way. The one before it does not work any more.',
  wrongAddress: 'Wrong address?',
  mailRefused: (email: string) => `The mail to ${email} was refused.`,
  mailRefusedAdvice: 'Check the address for typing mistakes, or use another one.',
});
