import { inLanguage } from '@sixpence/theme/language';

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
