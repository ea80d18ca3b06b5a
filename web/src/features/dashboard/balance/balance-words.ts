import { inLanguage } from '@sixpence/theme/language';

/** What the way to the credits page says. */
export const balanceWords = inLanguage('dashboardBalanceWords', {
  balance: 'Balance',
  unknown: 'not known yet',
  and: 'and',
  more: 'Credits',
});
