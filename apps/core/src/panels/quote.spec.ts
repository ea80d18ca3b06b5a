import { describe, expect, test } from '@jest/globals';
import { money } from '@sixpence/money/money';
import { isAgreed, quote, type AgreedTerms, type PricedPrinter, type Quotable } from './quote.js';

const pence = (minor: number) => money(minor, 'GBP');
const everything: PricedPrinter = {
  printer: { color: true, duplex: true },
  prices: {
    mono: { '1-Sided': pence(5), '2-Sided': pence(4) },
    color: { '1-Sided': pence(20), '2-Sided': pence(16) },
  },
  currency: 'GBP',
};
const plain: PricedPrinter = { ...everything, printer: { color: false, duplex: false } };
const page = (hasColor: boolean) => ({ widthPoints: 595, heightPoints: 842, hasColor, isBlank: false });
const document: Quotable = {
  documentId: '00000000-0000-4000-8000-000000000000',
  revision: 2,
  side: '2-Sided',
  isColor: true,
  pages: [page(false), page(true)],
};

describe('the agreement by a press of PRINT', () => {
  test.each<[string, PricedPrinter, AgreedTerms]>([
    ['with all abilities', everything, { revision: 2, side: '2-Sided', isColor: true, quotedMinor: 20 }],
    ['without colour and duplex', plain, { revision: 2, side: '1-Sided', isColor: false, quotedMinor: 10 }],
  ])('matches the quote at a printer %s', (_, printer, agreed) => {
    expect(isAgreed(document, quote(document, printer), agreed)).toBe(true);
  });

  test.each<Partial<AgreedTerms>>([
    { revision: 1 },
    { side: '2-Sided' },
    { isColor: true },
    { quotedMinor: 9 },
  ])('does not match with another %j', (other) => {
    const shown: AgreedTerms = { revision: 2, side: '1-Sided', isColor: false, quotedMinor: 10 };
    expect(isAgreed(document, quote(document, plain), { ...shown, ...other })).toBe(false);
  });
});
