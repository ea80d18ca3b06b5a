import { inLanguage } from '@sixpence/theme/language';

export const stopChangeWords = inLanguage('stopChangeWords', {
  title: 'Stop a change',
  lead: 'Somebody changed the e-mail addresses of your account.',
  opening: 'Opening',
  what: 'If it was not you, stop it here. The addresses become as they were, everybody is signed out, and the password does not count any more: you choose a new one.',
  stop: 'Stop the change',
  stopped: 'The change was stopped.',
  stoppedAdvice: 'Everybody was signed out. Now choose a new password.',
  choose: 'Choose a new password',
  over: 'This link is not good any more.',
  overAdvice: 'It works once, for 72 hours. If you fear for your account, choose a new password.',
  failed: 'That did not work.',
  failedAdvice: 'Check your connection, and try again in a minute.',
});
