import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Block } from '@sixpence/content/content';
import { contents } from '@sixpence/content/contents';
import { helpColumns } from '@sixpence/content/help-columns';
import { pictureWords } from '@sixpence/content/picture-words';
import { pageAt } from '@sixpence/contracts/pages';
import { money } from '@sixpence/money/money';
import PDFDocument from 'pdfkit';
import { drawBlocks } from './blocks.js';
import type { StatementPaper } from './papers.js';
import { drawPicture } from './pictures.js';
import { receiptPdf } from './receipt.js';
import { drawFacts, drawHead, drawTitle, finish, keepTogether, newSheet, type Sheet } from './sheet.js';
import { statementPdf } from './statement.js';
import { userGuidePdf } from './user-guide.js';

interface Inner extends Sheet {
  _pageBuffer: unknown[];
  _font: { name: string };
  _fontSize: number;
  _fillColor: [string];
}

/** A text on paper: its position, and the edges of the space that it may use. */
interface Words {
  text: string;
  page: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  align: string;
  isBold: boolean;
  size: number;
  color: string;
  options: PDFKit.Mixins.TextOptions;
}
interface Box {
  page: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

let words: Words[];
let boxes: Box[];
beforeEach(() => {
  [words, boxes] = [[], []];
  const [text, roundedRect] = ['text', 'roundedRect'].map(
    (name) => Reflect.get(PDFDocument.prototype, name) as (...parameters: unknown[]) => Sheet,
  ) as [(...parameters: unknown[]) => Sheet, (...parameters: unknown[]) => Sheet];
  jest.spyOn(PDFDocument.prototype, 'text').mockImplementation(function (
    this: Inner,
    ...parameters: unknown[]
  ) {
    const [x, y] = parameters.slice(1, 3).map((at) => (typeof at === 'number' ? at : undefined));
    const options = (parameters.find((each) => typeof each === 'object') ?? {}) as PDFKit.Mixins.TextOptions;
    const [left, top] = [x ?? this.x, y ?? this.y];
    const style = {
      isBold: this._font.name.includes('Bold'),
      size: this._fontSize,
      color: this._fillColor[0],
    };
    const page = this._pageBuffer.indexOf(this.page);
    const result = text.apply(this, parameters);
    const right = left + (options.width ?? this.page.width - 50 - left);
    const position = { page, left, right, top, bottom: this.y };
    words.push({
      text: String(parameters[0]),
      ...position,
      align: options.align ?? 'left',
      ...style,
      options,
    });
    return result;
  } as never);
  jest.spyOn(PDFDocument.prototype, 'roundedRect').mockImplementation(function (
    this: Inner,
    ...[x, y, width, height, radius]: [number, number, number, number, number]
  ) {
    boxes.push({
      page: this._pageBuffer.indexOf(this.page),
      left: x,
      right: x + width,
      top: y,
      bottom: y + height,
    });
    return roundedRect.call(this, x, y, width, height, radius);
  } as never);
});

const [pageWidth, pageHeight, margin] = [595.28, 841.89, 50];
const lowest = pageHeight - 80;
const sheetOf = () => newSheet({ title: 'A paper', at: new Date(0) });
const textsOf = (some: readonly Words[] = words) => some.map(({ text }) => text);
const isClose = (one: number, other: number) => Math.abs(one - other) < 0.1;
const wordsOf = (text: string) => {
  const [first] = words.filter((each) => each.text === text);
  if (!first) throw new Error(`${text} is not on paper`);
  return first;
};

/** Asserts that all words lie within the margins of their pages, except those at the foot. */
function expectWithinMargins(): void {
  for (const { left, right, top, bottom } of words.filter(({ top: at }) => at < lowest)) {
    expect(left).toBeGreaterThanOrEqual(margin);
    expect(right).toBeLessThanOrEqual(pageWidth - margin + 0.1);
    expect(top).toBeGreaterThanOrEqual(margin);
    expect(bottom).toBeLessThanOrEqual(lowest + 0.1);
  }
}

const pence = (minor: number) => money(minor, 'GBP');
const seller = { name: 'Sixpence Ltd', address: ['1 Penny Lane', 'Liverpool'], vatNumber: 'GB1' };

describe('the head of a paper', () => {
  test.each(['GB1', undefined])(
    'has its name on the left and the seller on the right, VAT number %s',
    (vatNumber) => {
      const sheet = sheetOf();
      const below = drawHead(sheet, 'Receipt', { ...seller, vatNumber });
      const address = ['Sixpence Ltd', '1 Penny Lane', 'Liverpool', ...(vatNumber ? ['VAT GB1'] : [])];
      expect(textsOf()).toEqual(['Receipt', ...address]);
      expect(wordsOf('Receipt')).toMatchObject({ left: margin, top: margin, isBold: true, size: 22 });
      for (const text of address) {
        const { align, left, right, isBold } = wordsOf(text);
        expect([align, isClose(left, pageWidth / 2), isClose(right, pageWidth - margin)]).toEqual([
          'right',
          true,
          true,
        ]);
        expect(isBold).toBe(text === seller.name);
      }
      expect(below).toBe(Math.max(...words.map(({ bottom }) => bottom)) + 24);
    },
  );

  test('ends below the longer of the two sides', () => {
    const below = drawHead(sheetOf(), 'A name that takes several lines because it is long', {
      ...seller,
      address: [],
    });
    expect(below).toBe(words[0]!.bottom + 24);
  });
});

test('each fact stands below the one before, even if that has several lines, with its value beside its name', () => {
  const sheet = sheetOf();
  const long = 'a value of many words '.repeat(12);
  const below = drawFacts(
    sheet,
    [
      ['One', long],
      ['Two', 'b'],
    ],
    100,
  );
  expect(textsOf()).toEqual(['One', long, 'Two', 'b']);
  const [one, first, two, second] = words as [Words, Words, Words, Words];
  expect([one.top, first.top, two.top, second.top]).toEqual([100, 100, first.bottom + 3, first.bottom + 3]);
  for (const [name, value] of [
    [one, first],
    [two, second],
  ] as const) {
    expect(name.left).toBe(margin);
    expect(value.left).toBeGreaterThan(name.right);
    expect(isClose(value.right, pageWidth - margin)).toBe(true);
  }
  expect(below).toBe(second.bottom + 3 + 14);
});

test('the title of a paper stands below the brand and above its sentence', () => {
  const sheet = sheetOf();
  drawTitle(sheet, 'User guide', 'A sentence about it.');
  expect(textsOf()).toEqual(['Sixpence', 'User guide', 'A sentence about it.']);
  for (const [at, each] of words.entries()) expect(each.top).toBe(at === 0 ? margin : words[at - 1]!.bottom);
  expect(sheet.y).toBe(words[2]!.bottom + 14);
});

test.each([
  [100, 1],
  [101, 2],
])('where 100 points are left, a block of %d points needs %d pages', (height, pages) => {
  const sheet = sheetOf();
  sheet.y = sheet.page.height - sheet.page.margins.bottom - 100;
  keepTogether(sheet, height);
  expect(sheet.bufferedPageRange().count).toBe(pages);
});

test('each page has the footer and its number at its foot', async () => {
  const sheet = sheetOf();
  sheet.addPage();
  sheet.addPage();
  await finish(sheet, 'Sixpence Ltd');
  expect(words.map(({ text, page, align }) => [text, page, align])).toEqual(
    [0, 1, 2].flatMap((page) => [
      ['Sixpence Ltd', page, 'left'],
      [`${page + 1} of 3`, page, 'right'],
    ]),
  );
  for (const { top, right, size } of words) {
    expect(isClose(top, pageHeight - margin)).toBe(true);
    expect(right).toBeLessThanOrEqual(pageWidth - margin + 0.1);
    expect(size).toBe(8);
  }
});

const longName = `Library ${'of many words '.repeat(6)}`;

/** A statement of this many rows; every third one has a note. */
function aStatement(rows: number, vat = 1): StatementPaper {
  return {
    ...{ seller, holder: 'zoë@example.com', zone: 'Europe/London' },
    ...{ from: new Date('2026-11-01T00:00:00Z'), to: new Date('2026-11-22T12:00:00Z') },
    ...{ opening: pence(500), closing: pence(500 - rows * 30) },
    lines: Array.from({ length: rows }, (_, index) => ({
      ...{ at: new Date(Date.UTC(2026, 10, 22) - index * 60_000), type: 'Print' },
      fileName: index % 5 === 0 ? `File ${index} ${'with a very long name '.repeat(6)}` : `File ${index}`,
      ...{ pages: index % 4, colorPages: index % 2, amount: pence(-30), id: String(index) },
      ...(index % 3 === 0 && { cameBack: { pages: 1, amount: pence(5) } }),
    })),
    vat: Array.from({ length: vat }, (_, at) => ({
      ...{
        organisation: at === 0 ? longName : `Library ${at}`,
        number: at === 0 ? undefined : `GB${at}`,
        percent: '20',
      },
      ...{ printed: pence(30), vat: pence(5) },
    })),
  };
}

describe('a statement', () => {
  const heads = ['Date', 'Pages', 'Amount', 'Description'];

  test('has the columns of each row beside each other, and its rows below each other, on every page', async () => {
    const statement = aStatement(60);
    await statementPdf(statement);
    expectWithinMargins();
    const rows = statement.lines.map(({ fileName }) => {
      const at = words.findIndex(({ text }) => text === fileName);
      return { at: words[at - 3]!, pages: words[at - 2]!, amount: words[at - 1]!, what: words[at]! };
    });
    const edges = ({ at, what, pages, amount }: (typeof rows)[number]) =>
      [at, what, pages, amount].flatMap(({ left, right }) => [left, right]);
    for (const [index, row] of rows.entries()) {
      expect(edges(row)).toEqual(edges(rows[0]!));
      expect(new Set([row.at.top, row.pages.top, row.amount.top, row.what.top]).size).toBe(1);
      expect([row.pages.align, row.amount.align]).toEqual(['right', 'right']);
      const before = rows[index - 1];
      if (before?.what.page !== row.what.page) continue;
      const lowestBefore = Math.max(
        ...words
          .filter(({ page, top }) => page === row.what.page && top < row.what.top)
          .map(({ bottom }) => bottom),
      );
      expect(row.what.top).toBeGreaterThanOrEqual(lowestBefore + 5);
      expect(row.what.top).toBeLessThan(lowestBefore + 12);
    }
    const [first] = rows.map(edges);
    expect(first!.every((edge, at) => at === 0 || edge >= first![at - 1]! - 0.01)).toBe(true);
    expect([first![0], isClose(first!.at(-1)!, pageWidth - margin)]).toEqual([margin, true]);
  });

  test('repeats the heads of its columns on each page of rows, in bold', async () => {
    await statementPdf(aStatement(60, 0));
    const pages = Math.max(...words.map(({ page }) => page)) + 1;
    expect(pages).toBeGreaterThan(1);
    for (let page = 0; page < pages; page += 1) {
      const onPage = words.filter((each) => each.page === page && each.isBold && heads.includes(each.text));
      expect(textsOf(onPage)).toEqual(heads);
      if (page > 0) expect(onPage[0]?.top).toBe(margin);
    }
    expect(wordsOf('Sixpence Ltd · times are those of Europe/London').page).toBe(0);
  });

  test('fills each page before the next one', async () => {
    await statementPdf(aStatement(60, 0));
    for (const page of [0, 1]) {
      const bottoms = words
        .filter((each) => each.page === page && each.top < lowest)
        .map(({ bottom }) => bottom);
      // The tallest row has a name of two lines, and a note.
      expect(Math.max(...bottoms)).toBeGreaterThan(lowest - 70);
    }
  });

  test('moves a row of several lines to the next page as a whole', async () => {
    const { lines, ...rest } = aStatement(2, 0);
    const short = { ...lines[1]!, fileName: 'Short' };
    const long = { ...lines[1]!, fileName: longName };
    const pages = new Set<number>();
    for (let before = 18; before <= 25; before += 1) {
      words = [];
      await statementPdf({ ...rest, lines: [...Array.from({ length: before }, () => short), long] });
      expectWithinMargins();
      pages.add(wordsOf(longName).page);
    }
    expect([...pages]).toEqual([0, 1]);
  });

  test('has the note of each row in small letters below the row', async () => {
    const { lines, ...rest } = aStatement(4, 0);
    const ranges = (count: number) =>
      Array.from({ length: count }, (_, at) => [3 * at + 1, 3 * at + 2] as const);
    const extra = [
      { ...lines[0]!, pages: 1, which: [[7, 7]] as const },
      { ...lines[1]!, pages: 12, which: ranges(6) },
      { ...lines[1]!, pages: 14, which: ranges(7), cameBack: { pages: 2, amount: pence(10) } },
      lines[2]!,
    ];
    await statementPdf({ ...rest, lines: extra });
    const notes = words.filter(({ size, top }) => size === 8 && top < lowest);
    expect(textsOf(notes)).toEqual([
      'Page 7; 1 page did not come out: £0.05 came back',
      'Pages 1–2, 4–5, 7–8, 10–11, 13–14, 16–17',
      'Pages 1–2, 4–5, 7–8, 10–11, 13–14, 16–17, …; 2 pages did not come out: £0.10 came back',
    ]);
  });

  test('without rows says that there are no transactions', async () => {
    await statementPdf(aStatement(0, 0));
    expect(textsOf()).toContain('No transactions in this period');
    expect(textsOf()).not.toContain('VAT contained in printed pages');
    words = [];
    await statementPdf(aStatement(1, 0));
    expect(textsOf()).not.toContain('No transactions in this period');
  });

  test('ends with the contained VAT of each organisation', async () => {
    await statementPdf(aStatement(2, 2));
    const [title, ...rest] = words.slice(textsOf().indexOf('VAT contained in printed pages'));
    expect(title).toMatchObject({ isBold: true, left: margin });
    const rows = rest.slice(0, 4);
    expect(textsOf(rows)).toEqual([
      ...[longName, '£0.30, of which VAT 20 %: £0.05'],
      ...['Library 1 (VAT GB1)', '£0.30, of which VAT 20 %: £0.05'],
    ]);
    expect(rows[0]!.bottom).toBeGreaterThan(rows[1]!.bottom);
    const tops = [title!, rows[0]!].map(({ bottom }) => bottom + 4);
    expect(rows.map(({ top }) => top)).toEqual(tops.flatMap((top) => [top, top]));
    expect(rows.map(({ align }) => align)).toEqual(['left', 'right', 'left', 'right']);
    expectWithinMargins();
  });

  test('has its VAT together on one page', async () => {
    const many = 19;
    for (const rows of [0, 4, 6, 8]) {
      words = [];
      await statementPdf(aStatement(rows, many));
      const from = textsOf().indexOf('VAT contained in printed pages');
      const pages = new Set(words.slice(from, from + 2 * many + 1).map(({ page }) => page));
      expect(pages.size).toBe(1);
      expectWithinMargins();
    }
    expect(wordsOf('VAT contained in printed pages')).toMatchObject({ page: 1, top: margin });
  });
});

test('a receipt has its facts, its one row, and its note, and names the amount once', async () => {
  await receiptPdf({
    ...{ seller, payer: 'zoë@example.com', zone: 'Europe/London', number: 1_001, at: new Date(0) },
    ...{ amount: pence(500), method: 'visa', lastFour: '4242', pagesContainVat: false },
  });
  expect(textsOf().slice(5)).toEqual([
    ...['Receipt number', '1001', 'Date', '1 January 1970', 'Received from', 'zoë@example.com'],
    ...['Paid with', 'Visa, card ending in 4242', 'Credits for printing', '£5.00'],
    ...['Prepaid credits for printing.', 'Sixpence Ltd', '1 of 1'],
  ]);
  const [subject, amount, note] = ['Credits for printing', '£5.00', 'Prepaid credits for printing.'].map(
    wordsOf,
  );
  expect(subject?.top).toBe(amount?.top);
  expect([amount?.align, isClose(amount!.right, pageWidth - margin)]).toEqual(['right', true]);
  expect(note!.top).toBeGreaterThan(amount!.bottom + 10);
  expectWithinMargins();
});

describe('the blocks of a page', () => {
  const blocks: Block[] = [
    { kind: 'heading', anchor: 'a', words: 'A heading' },
    {
      kind: 'paragraph',
      text: ['Some ', { strong: 'strong' }, ' words and ', { to: '/faq' as never, words: 'a link' }],
    },
    { kind: 'note', text: ['A note'] },
    {
      kind: 'steps',
      steps: [
        { anchor: 'x', text: ['Do this'] },
        { anchor: 'y', text: ['Then that'] },
      ],
    },
    { kind: 'list', items: [['An item'], ['Another item']] },
    { kind: 'cards', cards: [{ anchor: 'c', title: 'A card', text: ['and its text'] }] },
    { kind: 'link', to: '/faq' as never, words: 'Read on' },
    { kind: 'seller' },
    { kind: 'paragraph', text: ['The end'] },
  ];

  test('are drawn below each other, with marks, and without navigation', () => {
    const sheet = sheetOf();
    drawBlocks(sheet, blocks);
    expect(textsOf(words.filter(({ text }) => text !== ''))).toEqual([
      ...[
        'A heading',
        'Some ',
        'strong',
        ' words and ',
        'a link',
        'A note',
        '1.',
        'Do this',
        '2.',
        'Then that',
      ],
      ...['•', 'An item', '•', 'Another item', '•', 'A card. ', 'and its text', 'The end'],
    ]);
    expect(textsOf(words.filter(({ text, isBold }) => isBold && text !== ''))).toEqual([
      ...['A heading', 'strong', 'A card. '],
    ]);
    const order = [
      'A heading',
      'Some ',
      'A note',
      'Do this',
      'Then that',
      'An item',
      'Another item',
      'A card. ',
      'The end',
    ];
    for (const [at, text] of order.entries()) {
      if (at === 0) continue;
      const lowestBefore = Math.max(
        ...words
          .slice(0, words.indexOf(wordsOf(text)))
          .filter(({ text: its }) => its !== '1.' && its !== '2.' && its !== '•')
          .map(({ bottom, text: its }) => (its === '' ? 0 : bottom)),
      );
      expect(wordsOf(text).top).toBeGreaterThanOrEqual(lowestBefore + 2.9);
      expect(wordsOf(text).top).toBeLessThan(lowestBefore + 30);
    }
    for (const [mark, text] of [
      ['1.', 'Do this'],
      ['2.', 'Then that'],
    ] as const) {
      expect(wordsOf(mark)).toMatchObject({ left: margin, top: wordsOf(text).top });
      expect(wordsOf(text).left).toBe(margin + 18);
    }
    expectWithinMargins();
  });

  test('have a frame around a note, within which its text lies', () => {
    drawBlocks(sheetOf(), blocks);
    const [frame, note] = [boxes[0]!, wordsOf('A note')];
    expect([frame.left, isClose(frame.right, pageWidth - margin)]).toEqual([margin, true]);
    expect(note.left).toBe(margin + 18);
    expect(isClose(note.right, pageWidth - margin - 18)).toBe(true);
    expect([note.top - frame.top, frame.bottom - note.bottom].map((room) => room > 5 && room < 15)).toEqual([
      true,
      true,
    ]);
    expect(wordsOf('1.').top).toBeGreaterThanOrEqual(frame.bottom);
  });

  test.each([
    [new Set(['/faq']), '/faq', true],
    [new Set<string>(), null, false],
    [new Set(['/contact']), null, false],
  ])('link to pages in the same paper only: %j', (destinations, goTo, underline) => {
    drawBlocks(sheetOf(), blocks, destinations);
    expect(wordsOf('a link').options).toMatchObject({ goTo, underline });
    // The words before it, and the next ones, are no link.
    for (const text of [' words and ', 'A note', 'strong'])
      expect(wordsOf(text).options).toMatchObject({ goTo: null, underline: false });
  });

  test.each<[string, Block, number]>([
    ['a heading', blocks[0]!, 60],
    ['a note', blocks[2]!, 24 + 15],
    ['a step', blocks[3]!, 15],
  ])('begin a new page where %s has no room', (_, block, needs) => {
    const pagesWith = (room: number) => {
      words = [];
      const sheet = sheetOf();
      sheet.y = lowest - room;
      drawBlocks(sheet, [block]);
      return Math.max(...words.filter(({ text }) => text !== '').map(({ page }) => page)) + 1;
    };
    expect(pagesWith(needs - 5)).toBe(2);
    expect(pagesWith(needs + 30)).toBe(1);
  });
});

describe('a picture', () => {
  const { code, typed, keys, login, goodFor, documents, home, page: pageText } = pictureWords;
  const digitsOf = (text: string) => text.split('');
  const list = documents.flatMap(({ name, pages, price }) => [name, pages, price]);

  test.each([
    ['code', [...digitsOf(code), goodFor], 2 + 6],
    ['keypad', [...digitsOf(typed), ...keys, login], 2 + 6 + 10 + 1],
    ['pages', [], 1 + 4 + 12],
    ['price', [...list, 'Total £0.80    Balance £10.00'], 2 + 6],
    ['shortfall', [...list, 'Total £0.80    Balance £0.50', pictureWords.short], 2 + 6],
    ['home', [home, pageText], 3],
  ] as const)(
    'of the %s has its words in boxes, all within its frame, and its caption below',
    (name, texts, count) => {
      const dash = jest.spyOn(PDFDocument.prototype, 'dash');
      const lines = jest.spyOn(PDFDocument.prototype, 'moveTo');
      const sheet = sheetOf();
      drawPicture(sheet, name, 'The caption');
      expect(textsOf()).toEqual([...texts, 'The caption']);
      expect(boxes).toHaveLength(count);
      const [frame, ...inner] = boxes as [Box, ...Box[]];
      expect([frame.left, isClose(frame.right, pageWidth - margin)]).toEqual([margin, true]);
      for (const { left, right, top, bottom } of [...inner, ...words.slice(0, -1)]) {
        expect(left).toBeGreaterThanOrEqual(frame.left + 90);
        expect(right).toBeLessThanOrEqual(frame.right - 90);
        expect(top).toBeGreaterThanOrEqual(frame.top + 14);
        expect(bottom).toBeLessThanOrEqual(frame.bottom - 13.9);
      }
      const middle =
        (Math.min(...inner.map(({ left }) => left)) + Math.max(...inner.map(({ right }) => right))) / 2;
      if (name !== 'pages') expect(isClose(middle, pageWidth / 2)).toBe(true);
      expect(wordsOf('The caption').top).toBe(frame.bottom + 5);
      expect(sheet.y).toBe(wordsOf('The caption').bottom + 8);
      // A box begins with such a call as well; the others are ticks, and the house of the home icon.
      expect([dash.mock.calls.length, lines.mock.calls.length - boxes.length]).toEqual([
        name === 'pages' ? 1 : 0,
        { pages: 3, price: 2, shortfall: 2, home: 1, code: 0, keypad: 0 }[name],
      ]);
    },
  );

  test.each(['code', 'keypad'] as const)(
    'of the %s has each digit in the middle of its box, side by side',
    (name) => {
      drawPicture(sheetOf(), name, 'The caption');
      const digits = boxes.slice(2, 8);
      for (const [at, digit] of digitsOf(name === 'code' ? code : typed).entries()) {
        const { left, right, top, bottom } = words[at]!;
        const box = digits[at]!;
        expect([words[at]!.text, left, right]).toEqual([digit, box.left, box.right]);
        expect(isClose((top + bottom) / 2, (box.top + box.bottom) / 2)).toBe(true);
      }
      for (const [at, { left, top }] of digits.entries())
        expect([top, at === 0 || left > digits[at - 1]!.right]).toEqual([digits[0]!.top, true]);
    },
  );

  test('of the keypad has two rows of five keys', () => {
    drawPicture(sheetOf(), 'keypad', 'The caption');
    const keyBoxes = boxes.slice(8, 18);
    for (const [at, { left, top }] of keyBoxes.entries()) {
      if (at % 5 > 0) expect(left).toBeGreaterThan(keyBoxes[at - 1]!.right);
      else expect(left).toBe(keyBoxes[0]!.left);
      expect(top).toBe(keyBoxes[at < 5 ? 0 : 5]!.top);
    }
    expect(keyBoxes[5]!.top).toBeGreaterThan(keyBoxes[0]!.bottom);
    expect(boxes[18]!.top).toBeGreaterThan(keyBoxes[5]!.bottom);
  });

  test('of a shortfall has a row for each document, and the sums below all rows', () => {
    drawPicture(sheetOf(), 'shortfall', 'The caption');
    const rows = [2, 4, 6].map((at) => boxes[at]!);
    for (const [at, row] of rows.entries()) {
      const [name, pages, price] = words.slice(3 * at, 3 * at + 3) as [Words, Words, Words];
      expect([name.align, pages.align, price.align]).toEqual(['left', 'right', 'right']);
      expect(name.left).toBeGreaterThan(boxes[2 * at + 3]!.right);
      expect(price.right).toBeLessThan(row.right);
      expect(pages.right).toBeLessThan(price.right - 30);
      if (at > 0) expect(row.top).toBeGreaterThan(rows[at - 1]!.bottom);
    }
    const [sums, short] = words.slice(9) as [Words, Words];
    expect(sums.top).toBeGreaterThan(rows[2]!.bottom);
    expect(short.top).toBeGreaterThanOrEqual(sums.bottom - 1);
  });
});

test('the table of contents of the guide names the page of each article, in the order of the paper', async () => {
  await userGuidePdf();
  const parts = ['How to Use', 'FAQ', 'Troubleshooting'].map((name) => ({
    name,
    paths: helpColumns
      .filter((column) => column.name === name)
      .flatMap(({ articles }): string[] => [...articles])
      .filter((path) => contents.some((content) => content.path === path)),
  }));
  const from = words.findLastIndex(({ text }) => text === 'How to Use');
  const table = words.slice(from).filter(({ top }) => top < lowest);
  const titleOf = (path: string) => pageAt(path)?.title ?? path;
  const pageOf = (path: string) =>
    words.findIndex(({ text, size, isBold }) => text === titleOf(path) && size === 20 && isBold);
  expect(textsOf(table)).toEqual(
    parts.flatMap(({ name, paths }) => [
      name,
      ...paths.flatMap((path) => [titleOf(path), String(words[pageOf(path)]!.page + 1)]),
    ]),
  );
  expect(new Set(table.map(({ page }) => page))).toEqual(new Set([0]));
  for (const [at, { top, align, options }] of table.entries()) {
    if (at > 0) expect(top).toBeGreaterThanOrEqual(table[at - 1]!.top);
    if (align === 'right') expect(top).toBe(table[at - 1]!.top);
    else if (options.goTo) expect(titleOf(options.goTo)).toBe(table[at]!.text);
  }
  const pages = parts.flatMap(({ paths }) => paths).map((path) => words[pageOf(path)]!);
  for (const [at, { page, top }] of pages.entries()) {
    expect(top).toBe(margin);
    expect(page).toBeGreaterThan(at === 0 ? 0 : pages[at - 1]!.page);
  }
});
