import { afterEach, expect, test } from '@jest/globals';
import { language, speak } from '@sixpence/theme/language';
import { loginWords } from '../features/login/login-words.en.js';
import { signUpWords } from '../features/sign-up/sign-up-words.en.js';
import { setWordsLoader, withWords } from '../lib/with-words.js';
import { chromeWords } from './chrome/chrome-words.en.js';
import { switchLanguage } from './other-language.js';

afterEach(() => {
  speak('en', {});
});

const titles = () => [chromeWords.logout, loginWords.title, signUpWords.title];

test('in English no words are loaded with a page', async () => {
  expect(await withWords('login', Promise.resolve('the page'))).toBe('the page');
  expect(titles()).toEqual(['Logout', 'Sign in', 'Sign up']);
});

test('in German the shared words are loaded first, and the words of a page together with its script', async () => {
  await switchLanguage('de');
  expect([language(), document.documentElement.lang]).toEqual(['de', 'de']);
  expect(titles()).toEqual(['Abmelden', 'Sign in', 'Sign up']);
  expect(await withWords('login', Promise.resolve('the page'))).toBe('the page');
  expect(titles()).toEqual(['Abmelden', 'Anmelden', 'Sign up']);
});

test('a page waits for its words', async () => {
  let arrive: () => void = () => undefined;
  setWordsLoader(() => new Promise((arrived) => (arrive = arrived)));
  const page = withWords('login', Promise.resolve('the page'));
  expect(await Promise.race([page, Promise.resolve('not yet')])).toBe('not yet');
  arrive();
  expect(await page).toBe('the page');
});

test('a page fails to load without its words, as it does without its script', async () => {
  await switchLanguage('de');
  await expect(withWords('no-such-page', Promise.resolve('the page'))).rejects.toThrow(/no-such-page/);
  await expect(withWords('login', Promise.reject(new Error('gone')))).rejects.toThrow('gone');
});
