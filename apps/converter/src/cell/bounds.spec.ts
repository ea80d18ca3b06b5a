import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { Bounds } from './bounds.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const most = { conversionMs: 60_000, memoryBytes: 1e12 };

function boundsOf(bounded: Partial<typeof most>) {
  const lost = new AbortController();
  const place = {
    behind: new AbortController().signal,
    last: new AbortController().signal,
    lost: lost.signal,
  };
  return { bounds: new Bounds({ ...most, ...bounded }, pino({ level: 'silent' }), place), lost };
}

/** This very process, which is never ended: only noted. */
const aWorker = () => ({ pid: process.pid, kill: jest.fn() });

type Given = ReturnType<typeof boundsOf>;
const ends: [string, Partial<typeof most>, (given: Given) => void][] = [
  ['its time is over', { conversionMs: 1_000 }, () => jest.advanceTimersByTime(1_000)],
  ['its memory is used up', { memoryBytes: 1 }, () => jest.advanceTimersByTime(1_000)],
  [
    'it lost its place',
    {},
    ({ lost }) => {
      lost.abort(new Error('lost'));
    },
  ],
];

test.each(ends)('a document ends with all that works on it, now or later: %s', (_, bounded, use) => {
  const given = boundsOf(bounded);
  const [working, later] = [aWorker(), aWorker()];
  given.bounds.hold(working);
  expect(working.kill).not.toHaveBeenCalled();
  use(given);
  expect(working.kill).toHaveBeenCalled();
  given.bounds.hold(later);
  expect(later.kill).toHaveBeenCalled();
  expect(() => {
    given.bounds.check();
  }).toThrow();
  given.bounds.end();
});
