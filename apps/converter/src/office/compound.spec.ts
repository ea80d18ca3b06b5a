import { expect, test } from '@jest/globals';
import CFB from 'cfb';
import { inspectExcel, inspectPowerPoint, inspectWord, isCompound } from './compound.js';

/** A compound file of these streams. */
function fileOf(streams: Readonly<Record<string, Buffer>>): Buffer {
  const file = CFB.utils.cfb_new();
  for (const [name, content] of Object.entries(streams)) CFB.utils.cfb_add(file, `/${name}`, content);
  return CFB.write(file, { type: 'buffer' }) as Buffer;
}

const endOf = (inspect: (bytes: Buffer) => string, bytes: Buffer): unknown => {
  try {
    return inspect(bytes);
  } catch (error) {
    return (error as { reason?: string }).reason ?? error;
  }
};

/** Bytes with numbers at some places. */
function bytesWith(length: number, numbers: Readonly<Record<number, number>>): Buffer {
  const bytes = Buffer.alloc(length);
  for (const [at, number] of Object.entries(numbers)) bytes.writeUInt16LE(number, Number(at));
  return bytes;
}

const record = (type: number, content = Buffer.alloc(8)) =>
  Buffer.concat([bytesWith(4, { 0: type, 2: content.length }), content]);
const [beginning, filePass, sheet] = [record(0x0809), record(0x2f, Buffer.alloc(54)), record(0x85)];

test.each<[string, (bytes: Buffer) => string, Record<string, Buffer>, string]>([
  ['a text of Word 97', inspectWord, { WordDocument: bytesWith(12, { 0: 0xa5ec }) }, 'MS Word 97'],
  ['a text of Word 6', inspectWord, { WordDocument: bytesWith(99, { 0: 0xa5dc }) }, 'MS WinWord 6.0'],
  ['a text of no Word', inspectWord, { WordDocument: bytesWith(99, { 0: 0xa5ed }) }, 'type-mismatch'],
  ['a short text', inspectWord, { WordDocument: bytesWith(11, { 0: 0xa5ec }) }, 'damaged'],
  [
    'a locked text',
    inspectWord,
    { WordDocument: bytesWith(99, { 0: 0xa5ec, 10: 0x0100 }) },
    'password-protected',
  ],
  ['an unlocked text', inspectWord, { WordDocument: bytesWith(99, { 0: 0xa5ec, 10: 0xfeff }) }, 'MS Word 97'],
  ['no text', inspectWord, { Workbook: beginning }, 'type-mismatch'],
  ['a table', inspectExcel, { Workbook: Buffer.concat([beginning, sheet]) }, 'MS Excel 97'],
  ['an old table', inspectExcel, { Book: beginning }, 'MS Excel 5.0/95'],
  ['a table in both formats', inspectExcel, { Book: filePass, Workbook: beginning }, 'MS Excel 97'],
  ['no table', inspectExcel, { WordDocument: beginning }, 'type-mismatch'],
  ['a table with another first record', inspectExcel, { Workbook: sheet }, 'type-mismatch'],
  ['a table of three bytes', inspectExcel, { Workbook: beginning.subarray(0, 3) }, 'type-mismatch'],
  ['a table of four bytes', inspectExcel, { Workbook: beginning.subarray(0, 4) }, 'MS Excel 97'],
  [
    'a locked table',
    inspectExcel,
    { Workbook: Buffer.concat([beginning, record(1), filePass, sheet]) },
    'password-protected',
  ],
  [
    'a table whose content looks like a lock',
    inspectExcel,
    { Workbook: Buffer.concat([beginning, sheet, filePass]) },
    'MS Excel 97',
  ],
  [
    'a table that is locked at its end',
    inspectExcel,
    { Workbook: Buffer.concat([beginning, filePass.subarray(0, 4)]) },
    'password-protected',
  ],
  [
    'a presentation',
    inspectPowerPoint,
    { 'PowerPoint Document': beginning, 'Current User': bytesWith(16, { 12: 0xc4de, 14: 0xf3d1 }) },
    'MS PowerPoint 97',
  ],
  [
    'a locked presentation',
    inspectPowerPoint,
    { 'PowerPoint Document': beginning, 'Current User': bytesWith(16, { 12: 0xc4df, 14: 0xf3d1 }) },
    'password-protected',
  ],
  [
    'a presentation of a short user',
    inspectPowerPoint,
    { 'PowerPoint Document': beginning, 'Current User': bytesWith(15, { 12: 0xc4df }) },
    'MS PowerPoint 97',
  ],
  [
    'a presentation with a locked summary',
    inspectPowerPoint,
    { 'PowerPoint Document': beginning, 'Current User': Buffer.alloc(20), EncryptedSummary: sheet },
    'password-protected',
  ],
  ['a presentation without a user', inspectPowerPoint, { 'PowerPoint Document': beginning }, 'type-mismatch'],
  ['no presentation', inspectPowerPoint, { 'Current User': Buffer.alloc(20) }, 'type-mismatch'],
])('the filter, or the reason of refusal, of %s', (_, inspect, streams, expected) => {
  expect(endOf(inspect, fileOf(streams))).toBe(expected);
});

test('a file that is no compound file is damaged, and so is a compound file without content', () => {
  expect(endOf(inspectWord, Buffer.alloc(600))).toBe('damaged');
  expect(endOf(inspectExcel, fileOf({ Workbook: Buffer.alloc(0) }))).toBe('damaged');
});

test('a file whose stream lacks its last sector is damaged', () => {
  const whole = fileOf({ WordDocument: bytesWith(20_000, { 0: 0xa5ec }) });
  expect(endOf(inspectWord, whole)).toBe('MS Word 97');
  expect(endOf(inspectWord, whole.subarray(0, whole.length - 8_000))).toBe('damaged');
});

test('a file whose directory lists more bytes than a stream has is damaged', () => {
  const whole = fileOf({ WordDocument: bytesWith(20_000, { 0: 0xa5ec }) });
  const entry = whole.indexOf(Buffer.from('WordDocument', 'utf16le'));
  expect(whole.readUInt32LE(entry + 120)).toBe(20_000);
  whole.writeUInt32LE(21_000, entry + 120);
  expect(endOf(inspectWord, whole)).toBe('damaged');
});

test.each([
  ['d0cf11e0a1b11ae1', true],
  ['d0cf11e0a1b11ae100', true],
  ['d0cf11e0a1b11ae2', false],
  ['d0cf11e0a1b11a', false],
])('whether %s begins a compound file', (bytes, expected) => {
  expect(isCompound(Buffer.from(bytes, 'hex'))).toBe(expected);
});
