import type { Money as Amount } from '@sixpence/money/money';
import { formatMoney } from './money-words.js';

/** An amount in tabular figures, so that amounts in a column align: `£10.00`, `£0.60`. */
export function Money({ amount }: { amount: Amount }) {
  return <span className="sp-money">{formatMoney(amount)}</span>;
}
