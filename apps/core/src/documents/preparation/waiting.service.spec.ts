import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { DiscoveryService } from '@nestjs/core';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import type { Messaging } from '@sixpence/messaging/messaging';
import { createLogger } from '../../platform/process/logger.js';
import { RoundsService } from '../../platform/process/rounds.service.js';
import type { RevisionsService } from './revisions.service.js';
import type { TurnsService } from './turns.service.js';
import { WaitingService } from './waiting.service.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const halfHourMs = lifeSeconds.silentConverters * 1_000;

/** The sweep, with the number of times that it did each part of its work. */
function aSweep() {
  const did = { handOutMissed: 0, handOutAgain: 0, giveUpWaiting: 0 };
  const counted = (what: keyof typeof did) => () => Promise.resolve(void (did[what] += 1));
  const check = jest.fn(() => Promise.resolve());
  const handOutMissed = jest.fn(counted('handOutMissed'));
  const log: string[] = [];
  const written = {
    write: (line: string) => void log.push((JSON.parse(line) as { msg: string }).msg),
  };
  const waiting = new WaitingService(
    { checkServer: check } as unknown as Messaging,
    { giveUpWaiting: counted('giveUpWaiting') } as unknown as RevisionsService,
    { handOutMissed, handOutAgain: counted('handOutAgain') } as unknown as TurnsService,
    createLogger('debug', written),
  );
  const timesAfter = async (ms: number, what: keyof typeof did): Promise<number> => {
    jest.advanceTimersByTime(ms);
    await waiting.sweep();
    return did[what];
  };
  const whileAway = async (work: () => Promise<void>) => {
    check.mockRejectedValue(new Error('NATS is away'));
    await work();
    check.mockResolvedValue(undefined);
  };
  return { waiting, did, log, handOutMissed, timesAfter, whileAway };
}

test.each([
  [
    'waiting documents are given up only after NATS was reachable for half an hour without a break',
    halfHourMs,
  ],
  ['documents are handed out again only a minute after NATS is back', 60_000],
])('%s', async (_, ms) => {
  const what = ms === halfHourMs ? 'giveUpWaiting' : 'handOutAgain';
  const { timesAfter, whileAway } = aSweep();
  expect(await timesAfter(ms - 1_000, what)).toBe(0);
  expect(await timesAfter(1_000, what)).toBe(1);
  await whileAway(async () => {
    expect(await timesAfter(1_000, what)).toBe(1);
  });
  expect(await timesAfter(ms - 1_000, what)).toBe(1);
  expect(await timesAfter(1_000, what)).toBe(2);
});

test('missed turns are handed out also while NATS is away, and the log says that it is', async () => {
  const { log, timesAfter, whileAway } = aSweep();
  await whileAway(async () => {
    expect(await timesAfter(1_000, 'handOutMissed')).toBe(1);
  });
  expect(log).toEqual(['NATS does not answer, so that converters cannot be heard']);
  expect(await timesAfter(1_000, 'handOutMissed')).toBe(2);
  expect(log).toHaveLength(1);
});

test('the sweep runs every five seconds, also after one that failed, until core stops', async () => {
  const { waiting, did, handOutMissed } = aSweep();
  const timesAfter = async (ms: number) => {
    await jest.advanceTimersByTimeAsync(ms);
    return did.handOutMissed;
  };
  const rounds = new RoundsService({} as DiscoveryService, createLogger('silent'));
  rounds.startRounds(waiting);
  handOutMissed.mockRejectedValueOnce(new Error('the database is away'));
  expect(await timesAfter(9_999)).toBe(0);
  expect(await timesAfter(1)).toBe(1);
  await rounds.onModuleDestroy();
  expect(await timesAfter(60_000)).toBe(1);
});
