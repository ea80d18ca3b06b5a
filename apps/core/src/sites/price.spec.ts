import { describe, expect, test } from '@jest/globals';
import type { PageFacts } from '@sixpence/contracts/events/events';
import type { Side } from '@sixpence/contracts/http/documents';
import { money, sum } from '@sixpence/money/money';
import { colorPages, optionsAt, unitPrices, type PriceList } from './price.js';

const pence = (minor: number) => money(minor, 'GBP');
const demo: PriceList = {
  mono: { '1-Sided': pence(5), '2-Sided': pence(4) },
  color: { '1-Sided': pence(20), '2-Sided': pence(16) },
};
const page = (hasColor: boolean): PageFacts => ({
  widthPoints: 595,
  heightPoints: 842,
  hasColor,
  isBlank: false,
});
const threePages = [page(false), page(true), page(false)];

describe('the price of a document', () => {
  test.each<[Side, boolean, number[]]>([
    ['1-Sided', false, [5, 5, 5]],
    ['2-Sided', false, [4, 4, 4]],
    ['1-Sided', true, [5, 20, 5]],
    ['2-Sided', true, [4, 16, 4]],
  ])('printed %s, in colour: %s, is %j page by page', (side, isColor, expected) => {
    const prices = unitPrices(threePages, { side, isColor }, demo);
    expect(prices).toEqual(expected.map(pence));
  });

  test.each([
    [true, [2, 4]],
    [false, []],
  ])('printed in colour: %s, is the colour price for pages %j', (isColor, numbers) => {
    const pages = [...threePages, page(true)];
    expect(colorPages(pages, { side: '1-Sided', isColor })).toEqual(numbers);
  });

  test('is 15p for three black-and-white pages', () => {
    const prices = unitPrices(
      [page(false), page(false), page(false)],
      { side: '1-Sided', isColor: true },
      demo,
    );
    expect(sum(prices, 'GBP')).toEqual(pence(15));
  });
});

describe('the abilities of a printer', () => {
  const wanted = { side: '2-Sided', isColor: true } as const;

  test('limit the options', () => {
    expect(optionsAt({ color: false, duplex: false }, wanted)).toEqual({ side: '1-Sided', isColor: false });
    expect(optionsAt({ color: true, duplex: true }, wanted)).toEqual(wanted);
    expect(optionsAt({ color: true, duplex: false }, wanted)).toEqual({ side: '1-Sided', isColor: true });
    expect(optionsAt({ color: false, duplex: true }, wanted)).toEqual({ side: '2-Sided', isColor: false });
    const less = { side: '1-Sided', isColor: false } as const;
    expect(optionsAt({ color: true, duplex: true }, less)).toEqual(less);
  });

  test('are assumed to be complete until the printer has reported', () => {
    expect(optionsAt({ color: undefined, duplex: undefined }, wanted)).toEqual(wanted);
  });
});
