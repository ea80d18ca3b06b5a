import { expect, test } from '@jest/globals';
import { otherWalletWords, shortWords } from './documents-words.en.js';

test('a wallet in another currency is named, an empty one is not', () => {
  const pence = (minor: number) => ({ minor, currency: 'GBP' as const });
  const euros = (minor: number) => ({ minor, currency: 'EUR' as const });
  expect(otherWalletWords(pence(10), [euros(500)])).toBe(
    'You also have €5.00, but this printer takes pounds.',
  );
  expect(otherWalletWords(pence(10), [euros(0)])).toBeUndefined();
});

test('with one ticked document, the advice is not to untick a document', () => {
  const short = (documents: number, severalCopies = false) =>
    shortWords({ minor: 20, currency: 'GBP' }, { documents, severalCopies });
  expect(short(1)).toEqual({
    sentence: 'You are £0.20 short.',
    advice: 'Please top up.',
  });
  expect(short(2).advice).toBe('Untick a document, or top up.');
  expect(short(1, true).advice).toBe('Print fewer copies, or top up.');
});
