import { acceptedExtensions } from '@sixpence/contracts/file-types';
import { expect, test } from '@jest/globals';
import { fileFormats } from './file-formats.js';

test('every accepted extension is in the list of formats, once', () => {
  const block = fileFormats();
  const items = block.kind === 'list' ? block.items : [];
  const listed = items.flatMap((item) =>
    item.flatMap((piece) => (typeof piece === 'string' ? piece.split(/[ ,]+/) : [])).filter(Boolean),
  );
  expect(listed.sort()).toEqual([...acceptedExtensions].sort());
});
