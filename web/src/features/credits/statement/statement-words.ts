import { inLanguage } from '@sixpence/theme/language';
import type { StatementPeriod } from '@sixpence/contracts/http/statement';

export const statementWords = inLanguage('statementWords', {
  title: 'Account statement',
  period: 'Period',
  select: 'Select a period',
  periods: {
    last_month: 'Current month',
    last_6_months: 'Last 6 months',
    last_12_months: 'Last 12 months',
  } satisfies Record<StatementPeriod, string>,
  columns: { type: 'Type', pages: 'Pages', amount: 'Amount', date: 'Date' },
  admin: 'Top Up Admin',
  noPages: 'none',
  which: (numbers: string, count: number) => `${count === 1 ? 'Page' : 'Pages'} ${numbers}`,
  color: (pages: number) => `${pages} in colour`,
  cameBack: (pages: string, amount: string) => `${pages} did not come out: ${amount} came back.`,
  receipt: 'Receipt',
  empty: 'No transactions in the selected period',
  notLoaded: 'The statement could not be loaded just now.',
  loading: 'Loading your statement',
  more: 'Load more',
  save: 'Save it as',
  notSaved: 'The file could not be had just now. Try again in a moment.',
  statementName: (period: StatementPeriod, format: string) => `sixpence-statement-${period}.${format}`,
  receiptName: 'sixpence-receipt.pdf',
});
