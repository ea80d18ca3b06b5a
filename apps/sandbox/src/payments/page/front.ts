import type { HttpAnswer } from '../answer.js';
import { shownAmount } from '../book/amounts.js';
import type { Book } from '../book/book.js';
import { testCards } from '../book/cards.js';
import { escaped, page } from './html.js';

const mostShown = 50;

/** The front page: which cards there are, and what was paid with them. */
export function frontPage(book: Book): HttpAnswer {
  const cards = testCards.map(({ number, what }) => [number.replaceAll(/(.{4})(?=.)/g, '$1 '), what]);
  const payments = book
    .all('payment_intent')
    .slice(0, mostShown)
    .map(({ id, amount, currency, status, created }) => [
      new Date(created * 1_000).toISOString().slice(0, 19).replace('T', ' '),
      shownAmount(amount, currency),
      status.replaceAll('_', ' '),
      id,
    ]);
  return page(
    'Payments (stand-in for Stripe)',
    `<p>No real card pays here. These do, with any expiry date to come and any security code:</p>` +
      table(['Card', 'What it does'], cards) +
      `<h2>Payments</h2>${table(['When (UTC)', 'Amount', 'State', 'Id'], payments)}`,
  );
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (tag: string, cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
  return `<table>${row('th', heads)}${rows.map((cells) => row('td', cells)).join('')}</table>`;
}
