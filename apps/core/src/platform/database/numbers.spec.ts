import { expect, test } from '@jest/globals';
import { wholeNumber } from './numbers.js';

test.each([
  ['0', 0],
  ['-15', -15],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ['-9007199254740991', Number.MIN_SAFE_INTEGER],
  ['12.00', 12],
])('%s is read exactly', (text, number) => {
  expect(wholeNumber(text)).toBe(number);
});

test.each(['9007199254740992', '-9007199254740992', '9223372036854775807', '0.5', 'NaN', 'Infinity'])(
  '%s is refused rather than rounded',
  (text) => {
    expect(() => wholeNumber(text)).toThrow(RangeError);
  },
);
