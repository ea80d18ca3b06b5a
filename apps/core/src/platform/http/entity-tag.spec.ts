import { expect, test } from '@jest/globals';
import { matchesTag } from './entity-tag.js';

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  [undefined, false],
  ['', false],
  ['a', false],
  ['"b"', false],
  ['"A"', false],
  ['"b", *', false],
])('If-None-Match %j matches the tag "a": %j', (header, expected) => {
  expect(matchesTag(header, '"a"')).toBe(expected);
});
