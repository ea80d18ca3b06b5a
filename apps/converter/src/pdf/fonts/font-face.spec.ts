import { expect, test } from '@jest/globals';
import { faceOf } from './font-face.js';

/** A collection of these fonts, each with these tables, which lie behind all heads. */
function collectionOf(fonts: readonly (readonly string[])[]): Buffer {
  const heads = fonts.map((tables) => Buffer.alloc(12 + 16 * tables.length));
  const file = [Buffer.alloc(12 + 4 * fonts.length), ...heads];
  let end = file.reduce((sum, part) => sum + part.length, 0);
  let start = file[0]!.length;
  for (const [at, tables] of fonts.entries()) {
    file[0]!.writeUInt32BE(start, 12 + 4 * at);
    start += heads[at]!.length;
    heads[at]!.writeUInt16BE(tables.length, 4);
    for (const [row, table] of tables.entries()) {
      heads[at]!.write(`tab${row}`, 12 + 16 * row);
      heads[at]!.writeUInt32BE(end, 12 + 16 * row + 8);
      heads[at]!.writeUInt32BE(table.length, 12 + 16 * row + 12);
      file.push(Buffer.from(table));
      end += table.length;
    }
  }
  return Buffer.concat(file);
}

/** The tables of a font, by its own head. */
function tablesOf(font: Buffer): string[] {
  return Array.from({ length: font.readUInt16BE(4) }, (_, row) => {
    const [from, length] = [8, 12].map((at) => font.readUInt32BE(12 + 16 * row + at));
    expect(from! % 4).toBe(0);
    return font.toString('latin1', from, from! + length!);
  });
}

const fonts = [
  ['12345678', '1'],
  ['abcde', 'fghi', 'jk'],
];

test.each([0, 1])(
  'font %d of a collection becomes a file with its own tables at multiples of four bytes',
  (index) => {
    const font = faceOf(collectionOf(fonts), index);
    expect(tablesOf(font)).toEqual(fonts[index]);
    const tables = fonts[index]!;
    const padded = tables.reduce((sum, table) => sum + Math.ceil(table.length / 4) * 4, 0);
    expect(font).toHaveLength(12 + 16 * tables.length + padded);
  },
);
