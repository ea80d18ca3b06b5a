import { expect, jest, test } from '@jest/globals';
import type { LiveNews } from '@sixpence/contracts/events/news';
import { NewsDesk } from './news-desk.js';

const pounds = (minor: number): LiveNews => ({ type: 'balance', available: { minor, currency: 'GBP' } });
const euros = (minor: number): LiveNews => ({ type: 'balance', available: { minor, currency: 'EUR' } });
const codeUsed: LiveNews = { type: 'code-used', printer: 'hall' };

test('news goes to the listeners of its kind, until they stop', () => {
  const desk = new NewsDesk();
  const balance = jest.fn();
  const code = jest.fn();
  const stop = desk.listen('balance', balance);
  desk.listen('code-used', code);
  desk.tell(pounds(1000));
  stop();
  desk.tell(pounds(985));
  expect(balance.mock.calls).toEqual([[pounds(1000)]]);
  expect(code).not.toHaveBeenCalled();
});

test('a page that opens later gets the latest news of each state', () => {
  const desk = new NewsDesk();
  for (const news of [pounds(1000), euros(250), pounds(985)]) desk.tell(news);
  expect(desk.latest('balance')).toEqual([euros(250), pounds(985)]);
});

test('news of an event is not kept', () => {
  const desk = new NewsDesk();
  desk.tell(codeUsed);
  expect(desk.latest('code-used')).toEqual([]);
});

test('the latest news is the same array until there is more', () => {
  const desk = new NewsDesk();
  expect(desk.latest('job')).toBe(desk.latest('job'));
  desk.tell(pounds(1000));
  const before = desk.latest('balance');
  desk.tell(codeUsed);
  expect(desk.latest('balance')).toBe(before);
});

test('a gap is reported to its listeners, until they stop', () => {
  const desk = new NewsDesk();
  const fetchAgain = jest.fn();
  const stop = desk.listenForGaps(fetchAgain);
  desk.tellOfGap();
  stop();
  desk.tellOfGap();
  expect(fetchAgain).toHaveBeenCalledTimes(1);
});
