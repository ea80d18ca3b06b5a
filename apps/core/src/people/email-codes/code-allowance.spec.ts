import { expect, test } from '@jest/globals';
import { codePauseSeconds } from './code-allowance.js';

const now = new Date('2027-01-01T12:00:00Z');
const minutesAgo = (...minutes: number[]) => minutes.map((ago) => new Date(now.getTime() - ago * 60_000));

test.each([
  ['nothing was sent', [], 0],
  ['two were sent', [0, 1], 0],
  ['three were sent within the hour', [1, 10, 20], 40 * 60],
  ['three were sent, in another order', [20, 1, 10], 40 * 60],
  ['the first of three is an hour old', [1, 10, 60], 0],
  ['nine were sent during the day', [70, 80, 90, 100, 110, 120, 130, 140, 150], 0],
  ['ten were sent during the day', [70, 80, 90, 100, 110, 120, 130, 140, 150, 23 * 60 + 59], 60],
  ['the first of ten is a day old', [70, 80, 90, 100, 110, 120, 130, 140, 150, 24 * 60], 0],
  [
    'both limits are used up: the longer pause counts',
    [1, 2, 3, 100, 110, 120, 130, 140, 150, 160],
    24 * 3600 - 160 * 60,
  ],
])('when %s, the pause before the next code has the correct length', (_, minutes, seconds) => {
  expect(codePauseSeconds(minutesAgo(...minutes), { now, of: 'own' })).toBe(seconds);
});

test('the limit of all requests together is three times as high', () => {
  const eight = minutesAgo(1, 2, 3, 4, 5, 6, 7, 8);
  expect(codePauseSeconds(eight, { now, of: 'all' })).toBe(0);
  expect(codePauseSeconds([...eight, ...minutesAgo(20)], { now, of: 'all' })).toBe(40 * 60);
  const ofDay = minutesAgo(...Array.from({ length: 29 }, (_, at) => 70 + at));
  expect(codePauseSeconds(ofDay, { now, of: 'all' })).toBe(0);
  expect(codePauseSeconds([...ofDay, ...minutesAgo(120)], { now, of: 'all' })).toBe(22 * 3600);
});
