import { afterEach, expect, jest, test } from '@jest/globals';
import { chosenLanguage } from './language-choice.js';

afterEach(() => {
  localStorage.clear();
});

test.each([
  ['de', 'de'],
  ['en', 'en'],
  ['fr', 'en'],
  [undefined, 'en'],
])('a browser with the stored language %s shows the language %s', (stored, language) => {
  if (stored !== undefined) localStorage.setItem('sixpence.language', stored);
  expect(chosenLanguage()).toBe(language);
});

test('a browser that refuses its storage shows English', () => {
  const warning = jest.spyOn(console, 'warn').mockReturnValue();
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('Access is denied');
  });
  expect(chosenLanguage()).toBe('en');
  expect(warning).toHaveBeenCalledTimes(1);
});
