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
  /** The usage reported by the kernel. */
  const usage = { processes: 1, residentBytes: 1_000, processorMs: 5_000 };
  const logger = pino({ level: 'silent' });
  return { bounds: new Bounds({ ...most, ...bounded }, logger, place, () => ({ ...usage })), lost, usage };
}

/** A worker with the pid of this process, whose kill is a mock. */
const aWorker = () => ({ pid: process.pid, kill: jest.fn() });

type Given = ReturnType<typeof boundsOf>;
const ends: [string, Partial<typeof most>, (given: Given) => void][] = [
  [
    'its processor time is over',
    {},
    ({ usage }) => {
      usage.processorMs += 60_000;
      jest.advanceTimersByTime(1_000);
    },
  ],
  ['it stands still', { conversionMs: 1_000 }, () => jest.advanceTimersByTime(1_100)],
  [
    'it goes on for much longer than its processor time',
    {},
    ({ usage }) => {
      for (let second = 0; second < 241; second += 1) {
        usage.processorMs += 10;
        jest.advanceTimersByTime(1_000);
      }
    },
  ],
  ['its memory is used up', { memoryBytes: 1 }, () => jest.advanceTimersByTime(1_000)],
  [
    'it lost its place',
    {},
    ({ lost }) => {
      lost.abort(new Error('lost'));
    },
  ],
];

test.each(ends)('a document ends with its current and later workers when %s', (_, bounded, use) => {
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

test('the processor time of a document counts from when it holds a worker, not in wall-clock time', () => {
  const { bounds, usage } = boundsOf({});
  const [first, second] = [aWorker(), aWorker()];
  bounds.hold(first);
  for (let second = 0; second < 200; second += 1) {
    usage.processorMs += 200;
    jest.advanceTimersByTime(1_000);
  }
  expect(first.kill).not.toHaveBeenCalled();
  // The time used by a released worker still counts; its later time does not.
  bounds.release(first);
  usage.processorMs += 50_000;
  bounds.hold(second);
  jest.advanceTimersByTime(1_000);
  expect(second.kill).not.toHaveBeenCalled();
  usage.processorMs += 20_000;
  jest.advanceTimersByTime(1_000);
  expect(second.kill).toHaveBeenCalled();
  bounds.end();
});
