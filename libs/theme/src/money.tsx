import { formatMoney, type Money as Amount } from '@sixpence/money/money';
import { sayMoney } from './money-words.js';

/** An amount in tabular figures: `£10.00`, or with `small` as people say it, `60p`. */
export function Money({ amount, small = false }: { amount: Amount; small?: boolean }) {
  return <span className="sp-money">{small ? sayMoney(amount) : formatMoney(amount)}</span>;
}
