import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { pictureNames, type Block } from '@sixpence/content/content';
import { money } from '@sixpence/money/money';
import PDFDocument from 'pdfkit';
import { drawBlocks } from './blocks.js';
import { drawPicture } from './pictures.js';
import { receiptPdf } from './receipt.js';
import { drawTitle, finish, newSheet } from './sheet.js';
import { statementPdf } from './statement.js';

const folder = join(import.meta.dirname, '../expected');
const pence = (minor: number) => money(minor, 'GBP');
const seller = { name: 'Sixpence Ltd', address: ['1 Penny Lane', 'Liverpool'], vatNumber: 'GB1' };
const at = new Date('2026-11-22T12:00:00Z');
const zone = 'Europe/London';

const blocks: Block[] = [
  { kind: 'heading', anchor: 'a', words: 'A heading' },
  {
    kind: 'paragraph',
    text: ['Some ', { strong: 'strong' }, ' words, ', { to: '/credits', words: 'a link' }],
  },
  { kind: 'note', text: ['A note'] },
  { kind: 'steps', steps: [{ anchor: 'x', text: ['Do this'] }] },
  { kind: 'list', items: [['An item']] },
  { kind: 'cards', cards: [{ anchor: 'c', title: 'A card', text: ['and its text'] }] },
  { kind: 'paragraph', text: ['The end'] },
];

const papers: Record<string, () => unknown> = {
  ...Object.fromEntries(
    pictureNames.map((name) => [
      `picture-${name}`,
      () => {
        drawPicture(newSheet({ title: 'A picture', at }), name, 'The caption');
      },
    ]),
  ),
  blocks: () => {
    const sheet = newSheet({ title: 'Blocks', at });
    drawTitle(sheet, 'A title', 'A sentence about it.');
    drawBlocks(sheet, blocks, new Set(['/credits']));
    return finish(sheet, 'The foot');
  },
  receipt: () =>
    receiptPdf({
      ...{ seller, payer: 'zoë@example.com', zone, number: 1_001, at, amount: pence(500) },
      ...{ method: 'visa', lastFour: '4242', pagesContainVat: true },
    }),
  statement: () =>
    statementPdf({
      ...{ seller, holder: 'zoë@example.com', zone, from: new Date(0), to: at },
      ...{ opening: pence(500), closing: pence(975) },
      lines: [
        { at, type: 'Top-up', fileName: 'Top-up', pages: 0, colorPages: 0, amount: pence(500), id: '2' },
        {
          ...{
            at,
            type: 'Print',
            fileName: 'Essay.pdf',
            pages: 3,
            colorPages: 1,
            amount: pence(-25),
            id: '1',
          },
          ...{ which: [[1, 3]], cameBack: { pages: 1, amount: pence(5) } },
        },
      ],
      vat: [{ organisation: 'Library', number: 'GB2', percent: '20', printed: pence(30), vat: pence(5) }],
    }),
};

/** `marks` are calls that draw something; `choices` choose a font, a colour, or a path for the next mark. */
const marks = ['text', 'fill', 'stroke', 'fillAndStroke', 'addPage', 'switchToPage'];
const choices = [
  ...['font', 'fontSize', 'fillColor', 'strokeColor', 'lineWidth', 'dash', 'undash'],
  ...['moveTo', 'lineTo', 'closePath', 'roundedRect'],
];

/** Records one line for each text, shape, and page that is drawn from now on. */
function recordDrawing(): string[] {
  const lines: string[] = [];
  const chosen: string[] = [];
  // PDFKit itself makes such calls within a call; they are not recorded.
  let depth = 0;
  for (const name of [...marks, ...choices]) {
    const original = Reflect.get(PDFDocument.prototype, name) as (...parameters: unknown[]) => unknown;
    function recorded(this: { x: number; y: number }, ...parameters: unknown[]): unknown {
      if (depth === 0) {
        const isBelow = name === 'text' && typeof parameters[1] !== 'number';
        chosen.push(
          [name, ...parameters.map(jsonOf), ...(isBelow ? ['at', jsonOf(this.x), jsonOf(this.y)] : [])].join(
            ' ',
          ),
        );
        if (marks.includes(name)) lines.push(chosen.splice(0).join(', '));
      }
      depth += 1;
      try {
        return original.apply(this, parameters);
      } finally {
        depth -= 1;
      }
    }
    jest.spyOn(PDFDocument.prototype, name as never).mockImplementation(recorded as never);
  }
  return lines;
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'number' ? Math.round(each * 100) / 100 : each,
  );
}

/**
 * The records are in `libs/paper/expected`. After a wanted change, delete those that differ: the next run
 * writes them anew, and fails, because they have to be checked by eye.
 */
test.each(Object.keys(papers))(
  'each text and shape of the paper "%s" has the place, font, and colour of its checked-in record',
  async (name) => {
    const lines = recordDrawing();
    await papers[name]!();
    const [file, record] = [join(folder, `${name}.txt`), `${lines.join('\n')}\n`];
    if (!existsSync(file)) {
      writeFileSync(file, record);
      throw new Error(`Look at ${file} before you commit it`);
    }
    expect(record).toBe(readFileSync(file, 'utf8'));
  },
);
