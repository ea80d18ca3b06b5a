import type { Content } from '../content.js';
import { heading, list, paragraph, say, strong, to } from '../write.js';

export const howToCheckBalance: Content = {
  path: '/how-to-check-balance',
  changed: '2026-11-23',
  blocks: [
    paragraph`Your balance stands on the ${to('/credits', 'Credits page')}, as ${strong('Credits available')}. The ${to('/dashboard', 'dashboard')} shows it beside your code, and the printer shows it before you press ${strong('PRINT')}.`,
    heading('two-currencies', 'Pounds and euros'),
    paragraph`Each currency has a balance of its own. Choose the other one under ${strong('Currency')}, and the page shows what you have there.`,
    heading('set-aside', 'Money that is set aside'),
    paragraph`While a printer works for you, the price of your documents is set aside. It stands beside your balance. What is printed is taken from it; what does not print comes back by itself.`,
    heading('statement', 'What changed your balance'),
    paragraph`Open ${strong('Account statement')} on the same page and choose a period: the current month, the last 6 months, or the last 12 months. The newest row is on top.`,
    list(
      say`A row for each document you printed, with the pages you paid for.`,
      say`A row for each top-up, with its receipt. ${strong('Top Up Admin')} is money that the staff gave you.`,
      say`A row for whatever came back to you.`,
    ),
    paragraph`You can save the statement as PDF or CSV.`,
    heading('expiry', 'Does it expire?'),
    paragraph`No: your balance never expires.`,
    { kind: 'link', to: '/credits', words: 'See your balance' },
  ],
  seeAlso: ['/how-to-top-up', '/how-much-to-pay'],
};
