import { describe, expect, test } from '@jest/globals';
import { Refusal } from '@sixpence/contracts/refusals';
import { checkedFileName } from './file-name.js';
import { mediaTypeOf } from './file-types.js';

describe('a file type', () => {
  test.each([
    ['a.pdf', 'application/pdf', 'application/pdf'],
    ['A.PDF', 'application/pdf; charset=binary', 'application/pdf'],
    ['a.b.jpeg', '', 'image/jpeg'],
    ['a.jpg', 'application/octet-stream', 'image/jpeg'],
    ['a.png', 'IMAGE/PNG', 'image/png'],
    ['a.docx', '', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['a.rtf', 'text/rtf', 'application/rtf'],
    ['a.dot', 'application/msword', 'application/msword'],
  ])('the file %s, uploaded with the media type %j, is stored as %s', (name, stated, mediaType) => {
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
  ])('%s stated as %j is refused with 415 [row 349]', (name, stated) => {
    expect(() => mediaTypeOf(name, stated)).toThrow(
      expect.objectContaining({ code: 'document.type', status: 415 }),
    );
  });
});

test('without LibreOffice an office document is refused, and other documents are accepted', () => {
  expect(() => mediaTypeOf('a.docx', '', { takesOffice: false })).toThrow(/LibreOffice is missing/);
  expect(mediaTypeOf('a.png', '', { takesOffice: false })).toBe('image/png');
});

test.each(['', '  ', 'a\0.pdf', 'a\n.pdf', 'a\r.pdf', `${'a'.repeat(252)}.pdf`])(
  'the name %j is refused',
  (name) => {
    expect(() => checkedFileName(name)).toThrow(Refusal);
  },
);

test.each([
  ['essay\u202efdp.pdf', 'essayfdp.pdf'],
  ['\u2066a\u2069\u200f.pdf', 'a.pdf'],
  ['a\tb\u001b.pdf', 'a b .pdf'],
])('the name %j is shown as %j', (name, shown) => {
  expect(checkedFileName(name)).toBe(shown);
});

test.each([`${'a'.repeat(251)}.pdf`, 'a.pdf', '../../etc/passwd.pdf', '<script>.pdf', '日本語.pdf'])(
  'the name %j is accepted unchanged',
  (name) => {
    expect(checkedFileName(name)).toBe(name);
  },
);
