import type { HttpAnswer } from '../answer.js';
import { shownAmount } from '../book/amounts.js';
import type { Book } from '../book/book.js';
import { testCards, type TestCard } from '../book/cards.js';
import { escaped, page } from './html.js';

const mostShown = 50;

/** Test cards by the result of a payment. */
const groups: readonly { title: string; holds: (card: TestCard) => boolean }[] = [
  { title: 'Cards that pay', holds: ({ decline, later }) => !decline && !later },
  {
    title: 'Cards that pay, and later fail, are disputed, or have slow refunds',
    holds: ({ later }) => later !== undefined,
  },
  { title: 'Cards that are declined', holds: ({ decline }) => decline !== undefined },
];

/** The front page: lists the test cards and the payments. */
export function frontPage(book: Book): HttpAnswer {
  const cards = groups.map(({ title, holds }) => {
    const rows = testCards.filter(holds).map(({ number, what }) => [grouped(number), what]);
    return `<h2>${title}</h2>${table(['Card', 'What it does'], rows)}`;
  });
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
    `<p>No real card pays here, and no money moves. Use one of these cards, with any future expiry date and any security code.</p>` +
      cards.join('') +
      `<h2>Payments</h2>${table(['When (UTC)', 'Amount', 'State', 'Id'], payments)}`,
  );
}

/** Groups a card number as `4242 4242 4242 4242`. */
function grouped(number: string): string {
  return number.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (tag: string, cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
  return `<table>${row('th', heads)}${rows.map((cells) => row('td', cells)).join('')}</table>`;
}
