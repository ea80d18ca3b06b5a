import { expect, test } from '@jest/globals';
import { acceptedExtensions, fileTypeNamed, fileTypeOf, fileTypes } from './file-types.js';

test('every extension of the specification is accepted', () => {
  const specified = [
    ...['jpg', 'jpeg', 'png', 'gif', 'pdf', 'doc', 'docx', 'ppt', 'pptx', 'odp', 'ods', 'dot', 'odt', 'bmp'],
    ...['tiff', 'tif', 'xls', 'xlsx', 'rtf', 'dotx', 'webp'],
  ];
  expect(acceptedExtensions).toEqual(expect.arrayContaining(specified));
});

test.each(Object.entries(fileTypes))('the type of .%s is found by its media type', (_, type) => {
  expect(fileTypeNamed(type.mediaTypes[0])).toEqual(type);
});

test.each(Object.entries(fileTypes))(
  'the content of .%s is recognised by at least two bytes',
  (_, { begins }) => {
    for (const beginning of begins) expect(beginning).toMatch(/^[\0-\xff]{2,}$/);
  },
);

test.each(['pdf', 'a.', 'a.exe', 'a.pdf.exe', 'a.constructor', 'a.__proto__'])(
  'the file name %s has no type',
  (name) => {
    expect(fileTypeOf(name)).toBeUndefined();
  },
);
