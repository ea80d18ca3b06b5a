import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { limits } from '../limits.js';
import { Bounds, ranOutOfMemory } from './bounds.js';
import type { End } from './fenced-process.js';

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

test.each(ends)(
  'a document is stopped, and its current and later workers are killed, when %s',
  (_, bounded, use) => {
    const given = boundsOf(bounded);
    const [working, later] = [aWorker(), aWorker()];
    given.bounds.enforceOn(working);
    expect(working.kill).not.toHaveBeenCalled();
    use(given);
    expect(working.kill).toHaveBeenCalled();
    given.bounds.enforceOn(later);
    expect(later.kill).toHaveBeenCalled();
    expect(() => {
      given.bounds.check();
    }).toThrow();
    given.bounds.end();
  },
);

test('the processor time of a document is the time that its workers use while it holds them, and not wall-clock time', () => {
  const { bounds, usage } = boundsOf({});
  const [first, second] = [aWorker(), aWorker()];
  bounds.enforceOn(first);
  for (let second = 0; second < 200; second += 1) {
    usage.processorMs += 200;
    jest.advanceTimersByTime(1_000);
  }
  expect(first.kill).not.toHaveBeenCalled();
  // The time used by a released worker still counts; its later time does not.
  bounds.release(first);
  usage.processorMs += 50_000;
  bounds.enforceOn(second);
  jest.advanceTimersByTime(1_000);
  expect(second.kill).not.toHaveBeenCalled();
  usage.processorMs += 20_000;
  jest.advanceTimersByTime(1_000);
  expect(second.kill).toHaveBeenCalled();
  bounds.end();
});

test.each<[string, boolean, Partial<Given['usage']>]>([
  ['all its memory', false, { residentBytes: 2_000 }],
  ['a byte more than its memory', true, { residentBytes: 2_001 }],
  ['all its processes', false, { processes: limits.processes }],
  ['a process more than it may', true, { processes: limits.processes + 1 }],
])('a document that uses %s is stopped as too large: %s', (_, isTooLarge, used) => {
  const { bounds, usage } = boundsOf({ memoryBytes: 2_000 });
  const worker = aWorker();
  bounds.enforceOn(worker);
  Object.assign(usage, used);
  jest.advanceTimersByTime(100);
  expect(worker.kill.mock.calls.length > 0).toBe(isTooLarge);
  expect(bounds.reason).toEqual(isTooLarge ? expect.objectContaining({ reason: 'too-large' }) : undefined);
  bounds.end();
});

test('all workers of a document count together, and only those that it holds now', () => {
  const asked: (readonly number[])[] = [];
  const never = new AbortController().signal;
  const place = { behind: never, last: never, lost: never };
  const bounds = new Bounds(most, pino({ level: 'silent' }), place, (pids) => {
    asked.push(pids);
    return { processes: 1, residentBytes: 1, processorMs: 1 };
  });
  const [one, two] = [aWorker(), { ...aWorker(), pid: process.ppid }];
  for (const worker of [one, two]) bounds.enforceOn(worker);
  jest.advanceTimersByTime(100);
  bounds.release(one);
  jest.advanceTimersByTime(100);
  bounds.end();
  jest.advanceTimersByTime(1_000);
  expect(asked.slice(2)).toEqual([[one.pid], [two.pid], [one.pid], [two.pid]]);
});

test('the time of a worker that has ended is that of the last measurement', () => {
  const never = new AbortController().signal;
  const place = { behind: never, last: never, lost: never };
  let processorMs = 0;
  const usageOf = () => ({ processes: 1, residentBytes: 1, processorMs });
  const bounds = new Bounds(most, pino({ level: 'silent' }), place, usageOf);
  const [one, two] = [aWorker(), aWorker()];
  bounds.enforceOn(one);
  processorMs = most.conversionMs - 1;
  jest.advanceTimersByTime(100);
  processorMs = 0;
  bounds.release(one);
  bounds.enforceOn(two);
  processorMs = 1;
  jest.advanceTimersByTime(100);
  expect(bounds.reason).toMatchObject({ reason: 'timeout' });
  bounds.end();
});

test('a worker is not killed after the end of its document', () => {
  const { bounds, lost } = boundsOf({});
  const worker = aWorker();
  bounds.enforceOn(worker);
  bounds.end();
  lost.abort(new Error('lost'));
  expect(worker.kill).not.toHaveBeenCalled();
});

test('the first reason why a document was stopped stays', () => {
  const { bounds, lost, usage } = boundsOf({});
  const reason = new Error('lost');
  lost.abort(reason);
  usage.processorMs += 60_000;
  jest.advanceTimersByTime(1_000);
  expect(bounds.reason).toBe(reason);
  bounds.end();
});

test('a document continues when one measurement of its usage fails', () => {
  const never = new AbortController().signal;
  const usages = [1_000, new Error('no answer'), 1_000, 1e13];
  const bounds = new Bounds(
    most,
    pino({ level: 'silent' }),
    { behind: never, last: never, lost: never },
    () => {
      const next = usages.shift() ?? 1e13;
      if (next instanceof Error) throw next;
      return { processes: 1, residentBytes: next, processorMs: 1 };
    },
  );
  const worker = aWorker();
  bounds.enforceOn(worker);
  jest.advanceTimersByTime(200);
  expect(worker.kill).not.toHaveBeenCalled();
  jest.advanceTimersByTime(100);
  expect(worker.kill).toHaveBeenCalledTimes(1);
  bounds.end();
});

test.each<[End, number, boolean]>([
  ['killed', 1, true],
  ['aborted', 1_000, false],
  ['aborted', 1_001, true],
  ['otherwise', 2_000, false],
])(
  'a program that ended (%s) and used at most %d of 2000 bytes is judged to have run out of memory: %s',
  async (end, residentBytes, expected) => {
    const { bounds, usage } = boundsOf({ memoryBytes: 2_000 });
    bounds.enforceOn(aWorker());
    usage.residentBytes = residentBytes;
    jest.advanceTimersByTime(100);
    // Later it may use less.
    usage.residentBytes = 1;
    jest.advanceTimersByTime(100);
    bounds.end();
    expect(await ranOutOfMemory({ howItEnded: () => Promise.resolve(end) }, bounds)).toBe(expected);
  },
);
