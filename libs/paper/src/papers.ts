import type { Money } from '@sixpence/money/money';

/** The seller, as printed on every paper. */
export interface Seller {
  name: string;
  address: readonly string[];
  vatNumber: string | undefined;
}

/** One row of a statement. */
export interface StatementLine {
  at: Date;
  type: string;
  fileName: string;
  pages: number;
  colorPages: number;
  amount: Money;
  /** The printed pages as ranges, when they are only a part of the document. */
  which?: readonly (readonly [first: number, last: number])[];
  cameBack?: { pages: number; amount: Money };
  id: string;
}

/** The printing at the sites of an organisation, and the VAT in its price. */
export interface ContainedVat {
  organisation: string;
  number: string | undefined;
  /** `20` or `5.5`. */
  percent: string;
  printed: Money;
  vat: Money;
}

/** The content of a statement. */
export interface StatementPaper {
  seller: Seller;
  /** The address of the user whose balance it is. */
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

/** The content of a receipt. */
export interface ReceiptPaper {
  seller: Seller;
  payer: string;
  zone: string;
  number: number;
  at: Date;
  amount: Money;
  /**
   * The provider's name of the method, such as `visa`, and the last digits of the card; undefined when they
   * are no longer known.
   */
  method: string | undefined;
  lastFour: string | undefined;
  /**
   * True when any organisation's prices contained VAT at the time of payment: then the receipt says why it
   * shows none.
   */
  pagesContainVat: boolean;
}
