import { describe, expect, test } from '@jest/globals';
import { fileTypes } from '@sixpence/contracts/file-types';
import { acceptedExtensions } from '@sixpence/contracts/http/documents';
import { Refusal } from '@sixpence/contracts/refusals';
import { checkedFileName } from './file-name.js';
import { mediaTypeOf } from './file-types.js';
import { pagesToKeep } from './pages-to-keep.js';

describe('a file type', () => {
  test('is known for every accepted extension', () => {
    expect(Object.keys(fileTypes).sort()).toEqual([...acceptedExtensions].sort());
  });

  test.each([
    ['a.pdf', 'application/pdf', 'application/pdf'],
    ['A.PDF', 'application/pdf; charset=binary', 'application/pdf'],
    ['a.b.jpeg', '', 'image/jpeg'],
    ['a.jpg', 'application/octet-stream', 'image/jpeg'],
    ['a.png', 'IMAGE/PNG', 'image/png'],
    ['a.docx', '', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['a.rtf', 'text/rtf', 'application/rtf'],
    ['a.dot', 'application/msword', 'application/msword'],
  ])('%s stated as %j is %s', (name, stated, mediaType) => {
    expect(mediaTypeOf(name, stated)).toBe(mediaType);
  });

  test.each([
    ['a.exe', ''],
    ['pdf', ''],
    ['a.', ''],
    ['a.constructor', ''],
    ['a.__proto__', ''],
    ['a.pdf.', 'application/pdf'],
    ['a.docm', ''],
    ['a.docx', 'application/msword'],
    ['a.pdf', 'image/png'],
    ['a.png', 'text/html'],
  ])('%s stated as %j is refused', (name, stated) => {
    expect(() => mediaTypeOf(name, stated)).toThrow(Refusal);
  });
});

test('an office document is refused where LibreOffice is missing, other documents are not', () => {
  expect(() => mediaTypeOf('a.docx', '', { takesOffice: false })).toThrow(/LibreOffice is missing/);
  expect(mediaTypeOf('a.png', '', { takesOffice: false })).toBe('image/png');
});

test.each(['', '  ', 'a\0.pdf', 'a\n.pdf', 'a\r.pdf', `${'a'.repeat(252)}.pdf`])(
  'the name %j is refused',
  (name) => {
    expect(() => checkedFileName(name)).toThrow(Refusal);
  },
);

test.each(['a.pdf', '../../etc/passwd.pdf', '<script>.pdf', '日本語.pdf'])('the name %j is kept', (name) => {
  expect(checkedFileName(name)).toBe(name);
});

describe('pages to keep', () => {
  test('are sorted and stand once', () => {
    expect(pagesToKeep(5, [5, 1, 3, 1])).toEqual([1, 3, 5]);
  });

  test.each([[[]], [[0]], [[6]], [[1, -1]]])('%j of five are refused', (pages) => {
    expect(() => pagesToKeep(5, pages)).toThrow(Refusal);
  });
});
