import { expect, test } from '@jest/globals';
import CFB from 'cfb';
import { Unconvertible } from '../unconvertible.js';
import { inspectExcel } from './compound.js';
import { opensByDefaultPassword } from './excel-password.js';

/** FilePass of a table with a protected workbook, as LibreOffice wrote it. */
const ofProtectedWorkbook = Buffer.from(
  '010001000100f95b3968ec96edae08ec5f10076efffe6e985b09b0a5edf7a5bf9e49b7bd189a7cd86de4b914bcf73aeda9d87ab7a189',
  'hex',
);

test('a table with a protected workbook opens without a password', () => {
  expect(opensByDefaultPassword(ofProtectedWorkbook)).toBe(true);
});

test.each([6, 22, 38, 53])('a table with another password counts as locked: byte %d differs', (at) => {
  const other = Buffer.from(ofProtectedWorkbook);
  other[at]! ^= 1;
  expect(opensByDefaultPassword(other)).toBe(false);
});

test.each([0, 2, 4])('a table with another encryption counts as locked: byte %d differs', (at) => {
  const other = Buffer.from(ofProtectedWorkbook);
  other[at]! ^= 2;
  expect(opensByDefaultPassword(other)).toBe(false);
});

test('a table with a truncated FilePass counts as locked', () => {
  expect(opensByDefaultPassword(ofProtectedWorkbook.subarray(0, 53))).toBe(false);
});

/** A table with only this FilePass. */
function tableLockedBy(filePass: Buffer): Buffer {
  const record = (type: number, content: Buffer) => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(type, 0);
    head.writeUInt16LE(content.length, 2);
    return Buffer.concat([head, content]);
  };
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_add(
    file,
    '/Workbook',
    Buffer.concat([record(0x0809, Buffer.alloc(16)), record(0x2f, filePass)]),
  );
  return CFB.write(file, { type: 'buffer' }) as Buffer;
}

test('only a table with an unknown password is refused', () => {
  const other = Buffer.from(ofProtectedWorkbook);
  other[22]! ^= 1;
  expect(inspectExcel(tableLockedBy(ofProtectedWorkbook))).toBe('MS Excel 97');
  expect(() => inspectExcel(tableLockedBy(other))).toThrow(new Unconvertible('password-protected'));
});
