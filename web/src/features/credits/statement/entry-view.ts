import type { StatementEntry } from '@sixpence/contracts/http/statement';
import type { Currency } from '@sixpence/contracts/currencies';
import { rangesInText } from '@sixpence/contracts/printing/page-ranges';
import { money } from '@sixpence/money/money';
import { formatMoney } from '@sixpence/theme/money-words';
import { pagesInWords } from '@sixpence/theme/shared-words.en';
import { whenInWords } from '../../../lib/when-in-words.js';
import { statementWords } from '../credits-words.en.js';

/** An entry of the statement, in the words and formats of the page. */
export interface EntryView {
  id: string;
  type: string;
  /** Further lines below the type. */
  details: string[];
  pages: string;
  amount: string;
  isGain: boolean;
  date: string;
  timeStamp: string;
  receipt: string | undefined;
}

/** The entries for display, newest first. */
export function entryViews(entries: readonly StatementEntry[], currency: Currency): EntryView[] {
  return entries
    .toSorted((left, right) => Date.parse(right.timeStamp) - Date.parse(left.timeStamp))
    .map((entry) => entryView(entry, currency));
}

function entryView(entry: StatementEntry, currency: Currency): EntryView {
  const { id, type, fileName, totalPages, amount, timeStamp, receipt } = entry;
  const isPrint = type === 'Print';
  return {
    id,
    type: type === 'Admin' ? statementWords.admin : fileName,
    details: detailsOf(entry, currency),
    pages: isPrint || totalPages > 0 ? String(totalPages) : '',
    amount: `${amount > 0 ? '+' : ''}${formatMajor(amount, currency)}`,
    isGain: amount > 0,
    date: whenInWords(timeStamp),
    timeStamp,
    receipt,
  };
}

function detailsOf(
  { totalPages, which, colorPages, cameBack }: StatementEntry,
  currency: Currency,
): string[] {
  const details = [];
  if (which) details.push(statementWords.which(rangesInText(which), totalPages));
  if (colorPages) details.push(statementWords.color(colorPages));
  if (cameBack && cameBack.pages > 0) {
    details.push(
      statementWords.cameBack(pagesInWords(cameBack.pages), formatMajor(cameBack.amount, currency)),
    );
  }
  return details;
}

function formatMajor(major: number, currency: Currency): string {
  return formatMoney(money(Math.round(major * 100), currency));
}
