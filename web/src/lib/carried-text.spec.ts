import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { carriedText } from './carried-text.js';

const tenMinutesMs = 600_000;

beforeEach(() => {
  sessionStorage.clear();
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('a carried text is kept for less than ten minutes', () => {
  const text = carriedText('one');
  text.keep('471902');
  jest.advanceTimersByTime(tenMinutesMs - 1);
  expect(text.kept()).toBe('471902');
  jest.advanceTimersByTime(1);
  expect(text.kept()).toBeUndefined();
});

test('two texts of one tab are kept and forgotten independently', () => {
  const [one, two] = [carriedText('one'), carriedText('two')];
  one.keep('first');
  two.keep('second');
  one.forget();
  expect([one.kept(), two.kept()]).toEqual([undefined, 'second']);
});

test.each([
  ['without a time', JSON.stringify({ text: '471902' })],
  ['whose time is no number', JSON.stringify({ text: '471902', keptAt: `${Date.now()}` })],
  ['whose text is no string', JSON.stringify({ text: 471902, keptAt: Date.now() })],
])('a stored text %s counts as none', (_, stored) => {
  sessionStorage.setItem('one', stored);
  expect(carriedText('one').kept()).toBeUndefined();
});

test('an unreadable stored text counts as none, and is logged', () => {
  const noted = jest.spyOn(console, 'warn').mockReturnValue();
  sessionStorage.setItem('one', '{"text":');
  expect(carriedText('one').kept()).toBeUndefined();
  expect(noted).toHaveBeenCalledTimes(1);
});
