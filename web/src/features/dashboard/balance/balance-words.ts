import { inLanguage } from '@sixpence/theme/language';

export const balanceWords = inLanguage('dashboardBalanceWords', {
  balance: 'Balance',
  unknown: 'not known yet',
  and: 'and',
  more: 'Credits',
});
