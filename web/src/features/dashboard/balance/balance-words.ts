/** What the way to the credits page says. */
export const balanceWords = {
  balance: 'Balance',
  unknown: 'not known yet',
  and: 'and',
  more: 'Credits',
};
