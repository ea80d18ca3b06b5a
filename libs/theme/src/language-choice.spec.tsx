import { afterEach, expect, jest, test } from '@jest/globals';
import { chosenLanguage } from './language-choice.js';

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
});

test.each([
  ['de', 'de'],
  ['en', 'en'],
  ['fr', 'en'],
  [undefined, 'en'],
])('a browser with the stored language %s shows the language %s', (note, language) => {
  if (note !== undefined) localStorage.setItem('sixpence.language', note);
  expect(chosenLanguage()).toBe(language);
});

test('a browser that refuses its storage shows English', () => {
  const noted = jest.spyOn(console, 'warn').mockReturnValue();
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('Access is denied');
  });
  expect(chosenLanguage()).toBe('en');
  expect(noted).toHaveBeenCalledTimes(1);
});
