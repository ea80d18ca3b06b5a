import { emailSchema } from '@sixpence/contracts/http/accounts';
import { currencies, type Currency } from '@sixpence/contracts/currencies';
import { formatMoney, money, type Money } from '@sixpence/money/money';
import { asAddress } from '../../people/users/address.js';
import { isRelay } from './apple-relay.js';
import { cellsOf, textOf } from './file-text.js';

/** A balance of the previous version, and the address that it was kept under. */
export interface Balance {
  address: string;
  amount: Money;
}

/** The balance of a line, or the reason why the line is wrong. Lines count from 1, as in an editor. */
export type BalanceLine = { line: number; balance: Balance } | { line: number; wrong: string };

const columns = ['email', 'amount', 'currency'] as const;
/** The index of each column, and the number of cells in the first line. */
type Columns = Record<(typeof columns)[number] | 'count', number>;

/** The largest amount of a line, in minor units; a larger one is taken for a typing error. */
const mostMinor = 10_000_000;
/** A longer cell is cut in the reason why its line is wrong. */
const mostCharactersShown = 60;

/**
 * Reads a file of balances line by line, with a result for each line: a wrong quote makes only its own line
 * wrong. The first line names the columns in any order; other columns are ignored. The separator is a comma,
 * a semicolon, or a tab.
 */
export function readBalances(bytes: Uint8Array): BalanceLine[] {
  const text = textOf(bytes);
  if (text === undefined) return [{ line: 1, wrong: 'the file is not text: save it as CSV in UTF-8' }];
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((content, index) => ({ line: index + 1, content }))
    .filter(({ content }) => content.trim() !== '');
  const [head, ...body] = lines;
  if (!head) return [{ line: 1, wrong: 'the file is empty' }];
  const separator = [';', '\t'].find((mark) => head.content.includes(mark)) ?? ',';
  const indexes = columnsIn(cellsOf(head.content, separator) ?? []);
  if (typeof indexes === 'string') return [{ line: head.line, wrong: indexes }];
  return withoutDuplicates(
    body.map(({ line, content }) => readLine(line, cellsOf(content, separator), indexes)),
  );
}

/** The columns of the first line, or the reason why it is wrong. */
function columnsIn(cells: string[]): Columns | string {
  const names = cells.map((cell) => cell.toLowerCase());
  const repeated = columns.find((column) => names.indexOf(column) !== names.lastIndexOf(column));
  if (repeated !== undefined) return `there are two columns "${repeated}"`;
  const missing = columns.filter((column) => !names.includes(column));
  if (missing.length > 0) {
    return `the first line names the columns email, amount, and currency; this one lacks ${missing.join(', ')}`;
  }
  const [email, amount, currency] = columns.map((column) => names.indexOf(column)) as [
    number,
    number,
    number,
  ];
  return { email, amount, currency, count: cells.length };
}

function readLine(line: number, cells: string[] | undefined, at: Columns): BalanceLine {
  if (!cells) return { line, wrong: 'the quotes do not match: close each quote in its own line' };
  // A decimal comma without quotes splits an amount into two cells, and the pence would be lost.
  if (cells.slice(at.count).some((cell) => cell !== '')) {
    return { line, wrong: 'it has more cells than the first line: write commas within a cell in quotes' };
  }
  const email = cells[at.email] ?? '';
  const amount = cells[at.amount] ?? '';
  const currency = currencies.find((name) => name === cells[at.currency]?.toUpperCase());
  const formula = [email, amount, cells[at.currency] ?? ''].find((cell) => /^(?:[=+@]|-(?!\d))/.test(cell));
  if (formula !== undefined) {
    return { line, wrong: `${shown(formula)} is a formula: save the file with values only` };
  }
  const address = addressIn(email);
  if (address === undefined) {
    return { line, wrong: `${shown(email)} is not an e-mail address` };
  }
  if (isRelay(address)) {
    return {
      line,
      wrong: `${shown(email)} is a relay address of Apple, which can claim nothing: take the line out`,
    };
  }
  if (!currency) {
    return {
      line,
      wrong: `${shown(cells[at.currency] ?? '')} is not a supported currency: ${currencies.join(' or ')}`,
    };
  }
  const read = amountOf(amount, currency);
  if (typeof read === 'string') return { line, wrong: read };
  return { line, balance: { address, amount: read } };
}

/** The address in the form that accounts store; undefined when the text is no address. */
function addressIn(text: string): string | undefined {
  try {
    return emailSchema.safeParse(text).success ? asAddress(text) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The amount, or the reason why it is wrong. A comma is a decimal comma, never a separator of thousands:
 * 1,234.50 is refused.
 */
function amountOf(text: string, currency: Currency): Money | string {
  if (/^-\d/.test(text)) return `${shown(text)} is less than nothing: debts are not carried over`;
  const parts = /^(\d+)(?:[.,](\d+))?$/.exec(text);
  if (!parts) return `${shown(text)} is not an amount: write it as 12.50`;
  const [, whole = '', decimals = ''] = parts;
  if (decimals.length > 2) return `${shown(text)} has more than two decimals`;
  const minor = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  if (minor > mostMinor) {
    return `${shown(text)} is more than ${formatMoney(money(mostMinor, currency))}, the most for one line`;
  }
  return money(minor, currency);
}

/**
 * Refuses a second line with the same address and currency: only the author of the file knows which of them
 * counts.
 */
function withoutDuplicates(lines: BalanceLine[]): BalanceLine[] {
  const lineByKey = new Map<string, number>();
  return lines.map((read) => {
    if ('wrong' in read) return read;
    const { line, balance } = read;
    const key = `${balance.amount.currency} ${balance.address}`;
    const earlierLine = lineByKey.get(key);
    if (earlierLine !== undefined) {
      return {
        line,
        wrong: `${shown(balance.address)} stands in line ${earlierLine} already, in the same currency`,
      };
    }
    lineByKey.set(key, line);
    return read;
  });
}

function shown(text: string): string {
  return `"${text.length > mostCharactersShown ? `${text.slice(0, mostCharactersShown)}…` : text}"`;
}
