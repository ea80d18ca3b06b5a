import { expect, jest, test } from '@jest/globals';
import type { LiveNews } from '@sixpence/contracts/events/news';
import { NewsHub } from './news-hub.js';

const pounds = (minor: number): LiveNews => ({ type: 'balance', available: { minor, currency: 'GBP' } });
const euros = (minor: number): LiveNews => ({ type: 'balance', available: { minor, currency: 'EUR' } });
const codeUsed: LiveNews = { type: 'code-used', printer: 'hall' };

test('news goes to the listeners of its kind, until they stop', () => {
  const hub = new NewsHub();
  const balance = jest.fn();
  const code = jest.fn();
  const stop = hub.subscribe('balance', balance);
  hub.subscribe('code-used', code);
  hub.publish(pounds(1000));
  stop();
  hub.publish(pounds(985));
  expect(balance.mock.calls).toEqual([[pounds(1000)]]);
  expect(code).not.toHaveBeenCalled();
});

test('a page that opens later gets the latest news of each state', () => {
  const hub = new NewsHub();
  for (const news of [pounds(1000), euros(250), pounds(985)]) hub.publish(news);
  expect(hub.latest('balance')).toEqual([euros(250), pounds(985)]);
});

test('news of an event is not kept', () => {
  const hub = new NewsHub();
  hub.publish(codeUsed);
  expect(hub.latest('code-used')).toEqual([]);
});

test('the latest news is the same array until there is more', () => {
  const hub = new NewsHub();
  expect(hub.latest('job')).toBe(hub.latest('job'));
  hub.publish(pounds(1000));
  const before = hub.latest('balance');
  hub.publish(codeUsed);
  expect(hub.latest('balance')).toBe(before);
});

test('a gap is reported to its listeners, until they stop', () => {
  const hub = new NewsHub();
  const fetchAgain = jest.fn();
  const stop = hub.subscribeToGaps(fetchAgain);
  hub.reportGap();
  stop();
  hub.reportGap();
  expect(fetchAgain).toHaveBeenCalledTimes(1);
});
