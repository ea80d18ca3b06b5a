import type { Money } from '@sixpence/money/money';

/** Who sells: as it stands on every paper. */
export interface Seller {
  name: string;
  address: readonly string[];
  vatNumber: string | undefined;
}

/** What is written of one row of a statement. */
export interface StatementLine {
  at: Date;
  type: string;
  fileName: string;
  pages: number;
  colorPages: number;
  amount: Money;
  /** Which pages of the document, from page to page, when they are not all of it. */
  which?: readonly (readonly [first: number, last: number])[];
  cameBack?: { pages: number; amount: Money };
  id: string;
}

/** What was printed at the sites of an organisation, and the VAT that its price contains. */
export interface ContainedVat {
  organisation: string;
  number: string | undefined;
  /** `20` or `5.5`. */
  percent: string;
  printed: Money;
  vat: Money;
}

/** Everything that stands on a statement. */
export interface StatementPaper {
  seller: Seller;
  /** Whose balance it is: their address. */
  holder: string;
  zone: string;
  from: Date;
  to: Date;
  opening: Money;
  closing: Money;
  /** Newest first. */
  lines: readonly StatementLine[];
  vat: readonly ContainedVat[];
}

/** Everything that stands on a receipt. */
export interface ReceiptPaper {
  seller: Seller;
  payer: string;
  zone: string;
  number: number;
  at: Date;
  amount: Money;
  /** As the provider names it, such as `visa`, and the last digits of the card; absent when nobody knows any more. */
  method: string | undefined;
  lastFour: string | undefined;
  /** Whether any organisation's prices contained VAT when it was paid: then a receipt says why it shows none. */
  pagesContainVat: boolean;
}
