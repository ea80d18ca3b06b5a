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

/** The sweep; `did` counts the calls of each part of its work. */
function aSweep() {
  const did = { handOutMissedTurns: 0, handOutLostTurns: 0, failOverdueRevisions: 0 };
  const counted = (what: keyof typeof did) => () => Promise.resolve(void (did[what] += 1));
  const check = jest.fn(() => Promise.resolve());
  const handOutMissedTurns = jest.fn(counted('handOutMissedTurns'));
  const log: string[] = [];
  const written = {
    write: (line: string) => void log.push((JSON.parse(line) as { msg: string }).msg),
  };
  const waiting = new WaitingService(
    { checkServer: check } as unknown as Messaging,
    { failOverdueRevisions: counted('failOverdueRevisions') } as unknown as RevisionsService,
    { handOutMissedTurns, handOutLostTurns: counted('handOutLostTurns') } as unknown as TurnsService,
    createLogger('debug', written),
  );
  const timesAfter = async (ms: number, what: keyof typeof did): Promise<number> => {
    jest.advanceTimersByTime(ms);
    await waiting.sweep();
    return did[what];
  };
  const whileNatsIsDown = async (work: () => Promise<void>) => {
    check.mockRejectedValue(new Error('NATS is down'));
    await work();
    check.mockResolvedValue(undefined);
  };
  return { waiting, did, log, handOutMissedTurns, timesAfter, whileNatsIsDown };
}

test.each([
  ['overdue documents fail only after NATS was reachable for half an hour without a break', halfHourMs],
  ['lost turns are handed out again only a minute after an outage of NATS', 60_000],
])('%s', async (_, ms) => {
  const what = ms === halfHourMs ? 'failOverdueRevisions' : 'handOutLostTurns';
  const { timesAfter, whileNatsIsDown } = aSweep();
  expect(await timesAfter(ms - 1_000, what)).toBe(0);
  expect(await timesAfter(1_000, what)).toBe(1);
  await whileNatsIsDown(async () => {
    expect(await timesAfter(1_000, what)).toBe(1);
  });
  expect(await timesAfter(ms - 1_000, what)).toBe(1);
  expect(await timesAfter(1_000, what)).toBe(2);
});

test('missed turns are handed out also during an outage of NATS, which is logged', async () => {
  const { log, timesAfter, whileNatsIsDown } = aSweep();
  await whileNatsIsDown(async () => {
    expect(await timesAfter(1_000, 'handOutMissedTurns')).toBe(1);
  });
  expect(log).toEqual(['NATS does not answer, so reports of converters cannot arrive']);
  expect(await timesAfter(1_000, 'handOutMissedTurns')).toBe(2);
  expect(log).toHaveLength(1);
});

test('the sweep runs every five seconds until core stops, also after a failure', async () => {
  const { waiting, did, handOutMissedTurns } = aSweep();
  const timesAfter = async (ms: number) => {
    await jest.advanceTimersByTimeAsync(ms);
    return did.handOutMissedTurns;
  };
  const rounds = new RoundsService({} as DiscoveryService, createLogger('silent'));
  rounds.startRounds(waiting);
  handOutMissedTurns.mockRejectedValueOnce(new Error('the database is down'));
  expect(await timesAfter(9_999)).toBe(0);
  expect(await timesAfter(1)).toBe(1);
  await rounds.onModuleDestroy();
  expect(await timesAfter(60_000)).toBe(1);
});
