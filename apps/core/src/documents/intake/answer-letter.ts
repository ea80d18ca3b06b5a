import { failureReasons } from '@sixpence/contracts/printing/failure-reasons';
import type { DocumentRow } from '@sixpence/contracts/http/documents';
import type { NotTaken } from '@sixpence/contracts/http/intake';
import { notTakenBecause } from '@sixpence/contracts/not-taken';
import { formatMoney, money, sum, type Money } from '@sixpence/money/money';
import type { Letter } from '../../platform/mail/letter.js';

/** One document of a mail. `price` is absent when no site has a price for it. */
interface AnsweredDocument {
  row: DocumentRow;
  /** The lowest price of all sites, and whether other sites have a higher one. */
  price?: { least: Money; varies: boolean };
}

export interface MailAnswer {
  to: string;
  /** The `Message-ID` of the mail that is answered. */
  messageId: string | null;
  documents: readonly AnsweredDocument[];
  notTaken: readonly NotTaken[];
  balance: Money;
  /** The address of the site. */
  site: string;
}

/**
 * The answer to a mail lists the documents of the mail. It contains no print code, so that a person who reads
 * another person's mail cannot print.
 */
export function answerLetter(answer: MailAnswer): Letter {
  const { to, messageId, documents, notTaken, balance, site } = answer;
  const ready = documents.filter(({ row }) => row.status === 'ready').length;
  return {
    to,
    subject: subjectOf(ready, documents.length),
    text: [
      ...documents.map(lineOf),
      ...notTaken.map(({ name, why }) => `- ${shown(name)} was not taken. ${notTakenBecause[why]}`),
      '',
      ...balanceLines(documents, balance, site),
      '',
      `Get a code, and choose sides and colour: ${site}/dashboard`,
      'Documents are kept for 72 hours.',
      '',
    ].join('\n'),
    answers: { messageId },
  };
}

function subjectOf(ready: number, all: number): string {
  if (ready === all)
    return all === 1 ? 'Your document is ready to print' : `Your ${all} documents are ready to print`;
  if (ready === 0) return all === 1 ? 'Your document is not ready' : `None of your ${all} documents is ready`;
  return `${ready} of your ${all} documents ${ready === 1 ? 'is' : 'are'} ready to print`;
}

function lineOf({ row, price }: AnsweredDocument): string {
  const name = shown(row.fileName);
  if (row.status === 'failed') {
    const { why, remedy } = failureReasons[row.reason ?? 'damaged'];
    return `- ${name} cannot be printed: ${why} ${remedy}`;
  }
  if (row.status === 'processing') return `- ${name} is still being prepared: see the dashboard.`;
  const pages = row.totalPages === 1 ? '1 page' : `${row.totalPages} pages`;
  const how = `${row.side}, ${row.isColor ? 'Color' : 'Black-White'}`;
  const cost = price ? `, ${price.varies ? 'from ' : ''}${formatMoney(price.least)}` : '';
  return `- ${name}: ${pages}, ${how}${cost}`;
}

function balanceLines(documents: readonly AnsweredDocument[], balance: Money, site: string): string[] {
  const prices = documents.flatMap(({ price }) => (price ? [price.least] : []));
  const missing = sum(prices, balance.currency).minor - balance.minor;
  const has = `Your balance is ${formatMoney(balance)}.`;
  if (missing <= 0) return [has];
  return [`${has} ${formatMoney(money(missing, balance.currency))} are missing: top up at ${site}/credits`];
}

/** A file's name without control characters, so that it stays on one line of the mail. */
function shown(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}]/gu, ' ');
}
