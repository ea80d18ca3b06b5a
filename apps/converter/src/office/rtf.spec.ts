import { expect, test } from '@jest/globals';
import { inspectRtf } from './rtf.js';

const isWhole = (text: string): boolean => {
  try {
    return inspectRtf(Buffer.from(text, 'latin1')) === 'Rich Text Format';
  } catch (error) {
    expect(error).toMatchObject({ reason: 'damaged' });
    return false;
  }
};

test.each([
  ['one group', '{\\rtf1 a}', true],
  ['groups in groups', '{\\rtf1 {a{b}}{c}}', true],
  ['other text after its last group', '{\\rtf1 a}}{', true],
  ['an open group', '{\\rtf1 {a}', false],
  ['escaped brackets', '{\\rtf1 \\{\\}\\}}', true],
  ['only an escaped end', '{\\rtf1 a\\}', false],
  ['an escaped backslash before its end', '{\\rtf1 a\\\\}', true],
  ['binary data with brackets', '{\\rtf1 {\\bin3 {{{}}', true],
  ['closing brackets only in binary data', '{\\rtf1 \\bin3 }}}', false],
  ['binary data without a space before it', '{\\rtf1 {\\bin3{{{}}', true],
  ['binary data that is followed by its end', '{\\rtf1 \\bin3 }}}}', true],
  ['no binary data', '{\\rtf1 {\\bin0 }}', true],
  ['binary data beyond its end', '{\\rtf1 \\bin999999999 }}', false],
  ['a word like binary data', '{\\rtf1 \\binx3 }', true],
  ['no group', 'text', false],
])('whether rich text counts as complete with %s', (_, text, expected) => {
  expect(isWhole(text)).toBe(expected);
});
