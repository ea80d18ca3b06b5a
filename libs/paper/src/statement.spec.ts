import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { money } from '@sixpence/money/money';
import { drawPaper } from './draw-paper.js';
import type { StatementPaper } from './papers.js';
import { receiptFacts, receiptNote, receiptPdf } from './receipt.js';
import { rowOf, statementCsv, statementFacts, statementPdf } from './statement.js';

const pence = (minor: number) => money(minor, 'GBP');
const seller = { name: 'Sixpence Ltd', address: ['1 Penny Lane', 'Liverpool'], vatNumber: 'GB1' };

function aStatement(rows: number): StatementPaper {
  const line = (index: number) => ({
    at: new Date(Date.UTC(2026, 10, 22) - index * 3_600_000),
    type: 'Print',
    fileName: ['Διατριβή.docx', 'Курсовая.pdf', 'Žluťoučký kůň.pdf', '日本語.pdf'][index % 4] ?? '',
    ...{ pages: 3, colorPages: 1, amount: pence(-30), id: String(index) },
    ...(index % 3 === 0 && { cameBack: { pages: 1, amount: pence(5) } }),
  });
  return {
    ...{ seller, holder: 'zoë@example.com', zone: 'Europe/London' },
    ...{ from: new Date('2026-11-01T00:00:00Z'), to: new Date('2026-11-22T12:00:00Z') },
    ...{ opening: pence(500), closing: pence(500 - rows * 30) },
    lines: Array.from({ length: rows }, (_, index) => line(index)),
    vat: [{ organisation: 'Łódź', number: undefined, percent: '20', printed: pence(30), vat: pence(5) }],
  };
}

const receipt = {
  ...{ seller, payer: 'zoë@example.com', zone: 'Europe/London', number: 1_001 },
  ...{
    at: new Date('2026-11-22T12:00:00Z'),
    amount: pence(500),
    method: 'visa',
    lastFour: '4242',
    pagesContainVat: true,
  },
};

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;

test('equal statements have equal bytes, and a different statement has different bytes', async () => {
  const [one, same, other] = [
    await statementPdf(aStatement(3)),
    await statementPdf(aStatement(3)),
    await statementPdf(aStatement(4)),
  ];
  expect(one.equals(same)).toBe(true);
  expect(one.equals(other)).toBe(false);
});

test('each line of a spreadsheet has the price, the returned amount, and the printed pages', async () => {
  const { lines, zone } = aStatement(2);
  const [whole, rest] = lines;
  const csv = await statementCsv({
    lines: [
      whole!,
      {
        ...rest!,
        which: [
          [3, 4],
          [9, 9],
        ],
      },
    ],
    zone,
  });
  const [head, ...rows] = csv.toString('utf8').trim().split('\r\n');
  expect(head).toMatch(/,"Amount","Currency","Pages not printed","Returned for them","Id","Which pages"$/);
  expect(rows).toEqual([
    '"2026-11-22 00:00:00","Print","Διατριβή.docx",3,1,-0.30,"GBP",1,0.05,"0",""',
    '"2026-11-21 23:00:00","Print","Курсовая.pdf",3,1,-0.30,"GBP",0,0.00,"1","3–4, 9"',
  ]);
});

test('a statement has the balance before, the sums in and out, and the balance after', () => {
  const { lines, ...rest } = aStatement(2);
  const gift = { ...lines[0]!, amount: pence(200) };
  expect(statementFacts({ ...rest, lines: [gift, ...lines], closing: pence(640) })).toEqual([
    ['Account', 'zoë@example.com'],
    ['Period', '1 Nov 2026, 00:00 to 22 Nov 2026, 12:00'],
    ['Balance before', '£5.00'],
    ['Came in', '+£2.00'],
    ['Went out', '-£0.60'],
    ['Balance after', '£6.40'],
  ]);
});

test('the event loop is not blocked while a long CSV is written', async () => {
  const progress = { yields: 0, isWritten: false };
  const others = (async () => {
    for (; !progress.isWritten; progress.yields += 1) await yieldToOthers();
  })();
  const csv = (await statementCsv(aStatement(5_000))).toString('utf8');
  progress.isWritten = true;
  await others;
  expect(progress.yields).toBeGreaterThanOrEqual(10);
  expect(csv.match(/\r\n/g)).toHaveLength(5_001);
  expect([csv.indexOf('\ufeff'), csv.lastIndexOf('\ufeff')]).toEqual([0, 0]);
});

test('the event loop is not blocked while a paper is drawn, and the paper is the same', async () => {
  for (const [paper, pdf] of [
    [{ statement: aStatement(3) }, await statementPdf(aStatement(3))],
    [{ receipt }, await receiptPdf(receipt)],
  ] as const) {
    const progress = { yields: 0, isDrawn: false };
    const others = (async () => {
      for (; !progress.isDrawn; progress.yields += 1) await yieldToOthers();
    })();
    const bytes = await drawPaper(paper);
    progress.isDrawn = true;
    await others;
    // A paper that is drawn in this process lets other work run only once or twice.
    expect(progress.yields).toBeGreaterThanOrEqual(50);
    expect(bytes.equals(pdf)).toBe(true);
  }
});

test('a paper that cannot be drawn throws its error', async () => {
  const { lines, ...rest } = aStatement(1);
  expect(lines).toHaveLength(1);
  await expect(drawPaper({ statement: rest as StatementPaper })).rejects.toThrow("reading 'map'");
});

test('a receipt explains the missing VAT only when printed pages contain VAT', () => {
  expect(receiptNote({ pagesContainVat: true })).toContain('A top-up contains no VAT');
  expect(receiptNote({ pagesContainVat: false })).toBe('Prepaid credits for printing.');
});

test('the same receipt has the same bytes, also in another time zone', async () => {
  const here = await receiptPdf(receipt);
  const zone = process.env['TZ'];
  process.env['TZ'] = 'Asia/Tokyo';
  try {
    expect((await receiptPdf(receipt)).equals(here)).toBe(true);
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
});

test.each([
  [0, 1],
  [3, 1],
  [100, 4],
])('a statement of %d rows has %d pages', async (rows, pages) => {
  expect(pagesOf(await statementPdf(aStatement(rows)))).toBe(pages);
});

test.each([
  [500, '+£5.00'],
  [-30, '-£0.30'],
  [0, '£0.00'],
])('a line of %d pence has its sign: %s', (minor, words) => {
  const [line] = aStatement(1).lines;
  expect(rowOf({ ...line!, amount: pence(minor) }, 'Europe/London')).toEqual([
    ...['22 Nov 2026, 00:00', 'Διατριβή.docx', '3 (1 colour)', words],
  ]);
});

test.each([
  ['visa', '4242', 'Visa, card ending in 4242'],
  ['apple_pay', '4242', 'Apple Pay, card ending in 4242'],
  ['bank_transfer', undefined, 'Bank transfer'],
  [undefined, undefined, 'Not recorded'],
  [undefined, '4242', 'Card ending in 4242'],
])('a receipt names the payment method: %s %s', (method, lastFour, words) => {
  expect(receiptFacts({ ...receipt, method, lastFour })).toContainEqual(['Paid with', words]);
});
