import type { Content } from '../content.js';
import { heading, list, note, paragraph, say, steps, strong, to } from '../write.js';

export const howToTopUp: Content = {
  path: '/how-to-top-up',
  changed: '2026-11-23',
  blocks: [
    paragraph`Printing is paid from a balance that you fill beforehand. It takes four steps on the ${to('/credits')} page.`,
    steps({
      amount: say`${strong('Select amount.')} You can top up by 3, 5, 7, 10, 15, 20, 25, or 50, in pounds or in euros. The page shows what is charged and what your balance will be.`,
      method: say`${strong('Select payment method.')} Pay by card, or by a wallet such as Apple Pay or Google Pay where your device has one.`,
      terms: say`${strong('Accept terms.')} Tick the box to agree to the ${to('/terms', 'Terms of Service')}.`,
      confirm: say`${strong('Confirm payment.')} Press ${strong('PAY')}, which names the amount once more. When the page says “Thank you! Payment was successful.”, the money is in your balance.`,
    }),
    heading('currency', 'Which currency?'),
    paragraph`Choose ${strong('United Kingdom GBP')} or ${strong('Euro countries EUR')} above the amounts. Each currency has a balance of its own, and a printer takes the currency of the place where it stands. The printer tells you if your money is in the other one.`,
    heading('expiry', 'Does it expire?'),
    paragraph`No: your balance never expires. The ${to('/terms', 'Terms of Use', 'credits')} guarantee each top-up for 60 months, and we take nothing from it after that either.`,
    heading('trouble', 'If something goes wrong'),
    list(
      say`${strong('The payment failed:')} nothing was added. Check the card with your bank, or try another one.`,
      say`${strong('Money left your account, and your balance is the same:')} some banks take a while. It comes into your balance by itself; look there before you pay again.`,
      say`${strong('You want a receipt:')} each top-up has one in the account statement, and one is mailed to you.`,
    ),
    note`Your card number goes straight to our payment provider. We never see it and do not keep it.`,
    { kind: 'link', to: '/credits', words: 'Top up now' },
  ],
  seeAlso: ['/how-to-check-balance', '/how-much-to-pay', '/how-to-get-started'],
};
