import { inLanguage } from '@sixpence/theme/language';

/** The words of headers and footers. */
export const chromeWords = inLanguage('chromeWords', {
  homeLabel: 'Sixpence, home',
  dashboardHomeLabel: 'Sixpence, dashboard',
  navLabel: 'Main',
  skip: 'Skip to the content',
  signIn: 'Sign In',
  contactUs: 'Contact Us',
  contact: 'Contact',
  brochure: 'Brochure',
  requestBrochure: 'Request brochure',
  howTo: 'How to',
  logout: 'Logout',
  account: (email: string) => `Account: ${email}`,
  copyright: (year: number | undefined) => (year === undefined ? '© Sixpence' : `© ${year} Sixpence`),
  backToDashboard: 'Back to your dashboard',
  backToStart: 'Back to the start',
  openingPage: 'Opening the page',
  helpCorner: 'Help beside the page',
  openHelp: 'Need help?',
  closeHelp: 'Close help',
  openingHelp: 'Opening the help',
  gone: 'This could not be opened.',
  goneAdvice: 'Check your connection, or reload this page when nothing on it is under way.',
  openingForm: 'Opening the form',
  close: 'Close',
  openingAccount: 'Opening your account',
  offline: 'You are offline. What you see may be old; it goes on when the connection is back.',
  newVersion: 'There is a new version of Sixpence.',
  reload: 'Reload',
});

/** The words of a page that failed, by a defect or because its script did not load. */
export const brokenWords = inLanguage('brokenWords', {
  title: 'This page stopped',
  sentence: 'Something on this page did not work.',
  advice: 'Your documents and your balance are safe. Check your connection, then reload the page.',
  reload: 'Reload the page',
});
