import { formatMoney } from '@sixpence/money/money';
import { dayIn } from './dates.js';
import type { ReceiptPaper } from './papers.js';
import { drawFacts, drawHead, drawRule, finish, margin, newSheet, pale, widthOf } from './sheet.js';

/**
 * The subject of the payment. If the price of printed pages contains VAT, the text also says why the receipt
 * shows none.
 */
export function receiptNote({ pagesContainVat }: Pick<ReceiptPaper, 'pagesContainVat'>): string {
  const vat = ' A top-up contains no VAT. The VAT in the price of printed pages is shown on the statement.';
  return `Prepaid credits for printing.${pagesContainVat ? vat : ''}`;
}

/** The facts of a receipt, in words. */
export function receiptFacts(receipt: ReceiptPaper): [name: string, value: string][] {
  const { number, at, zone, payer, amount } = receipt;
  return [
    ['Receipt number', String(number)],
    ['Date', dayIn(zone, at)],
    ['Received from', payer],
    ['Paid with', cardOf(receipt) ?? 'Not recorded'],
    ['Amount', formatMoney(amount)],
  ];
}

/** A receipt as PDF. Core draws it in a thread of its own (`drawPaper`). */
export function receiptPdf(receipt: ReceiptPaper): Promise<Buffer> {
  const { seller, number, at, amount } = receipt;
  const sheet = newSheet({ title: `Receipt ${number}`, at });
  const facts = receiptFacts(receipt).filter(([name]) => name !== 'Amount');
  const bottom = drawFacts(sheet, facts, drawHead(sheet, 'Receipt', seller));
  drawRule(sheet, bottom);
  sheet
    .font('bold')
    .fontSize(12)
    .text('Credits for printing', margin, bottom + 10, { width: widthOf(sheet) - 120 });
  sheet.text(formatMoney(amount), margin, bottom + 10, { width: widthOf(sheet), align: 'right' });
  const below = sheet.y + 10;
  drawRule(sheet, below);
  sheet
    .font('regular')
    .fontSize(9)
    .fillColor(pale)
    .text(receiptNote(receipt), margin, below + 14, { width: widthOf(sheet) });
  return finish(sheet, seller.name);
}

const methods: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  link: 'Link',
};

/** The means of payment, such as `Visa, card ending in 4242`; undefined when it is no longer known. */
export function cardOf({ method, lastFour }: Pick<ReceiptPaper, 'method' | 'lastFour'>): string | undefined {
  if (method === undefined) return lastFour === undefined ? undefined : `Card ending in ${lastFour}`;
  const name = methods[method] ?? method.charAt(0).toUpperCase() + method.slice(1).replaceAll('_', ' ');
  return lastFour === undefined ? name : `${name}, card ending in ${lastFour}`;
}
