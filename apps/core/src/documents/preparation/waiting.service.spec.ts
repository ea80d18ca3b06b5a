import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import type { Messaging } from '@sixpence/messaging/messaging';
import { createLogger } from '../../platform/process/logger.js';
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

test('waiting documents are given up only after NATS was reachable for half an hour without a break', async () => {
  let isAway = false;
  let rounds = 0;
  const check = () => (isAway ? Promise.reject(new Error('NATS is away')) : Promise.resolve());
  const giveUpWaiting = () => Promise.resolve(void (rounds += 1));
  const waiting = new WaitingService(
    { check } as unknown as Messaging,
    { giveUpWaiting } as unknown as RevisionsService,
    {
      handOutMissed: () => Promise.resolve(),
      handOutAgain: () => Promise.resolve(),
    } as unknown as TurnsService,
    createLogger('silent'),
  );
  const roundsAfter = async (ms: number): Promise<number> => {
    jest.advanceTimersByTime(ms);
    await waiting.sweep();
    return rounds;
  };

  expect(await roundsAfter(halfHourMs - 1_000)).toBe(0);
  expect(await roundsAfter(1_000)).toBe(1);
  isAway = true;
  expect(await roundsAfter(1_000)).toBe(1);
  isAway = false;
  expect(await roundsAfter(halfHourMs - 1_000)).toBe(1);
  expect(await roundsAfter(1_000)).toBe(2);
});

test('documents are handed out again only a minute after NATS is back', async () => {
  let isAway = false;
  let again = 0;
  const check = () => (isAway ? Promise.reject(new Error('NATS is away')) : Promise.resolve());
  const handOutAgain = () => Promise.resolve(void (again += 1));
  const waiting = new WaitingService(
    { check } as unknown as Messaging,
    {} as RevisionsService,
    { handOutMissed: () => Promise.resolve(), handOutAgain } as unknown as TurnsService,
    createLogger('silent'),
  );
  const timesAfter = async (ms: number): Promise<number> => {
    jest.advanceTimersByTime(ms);
    await waiting.sweep();
    return again;
  };

  expect(await timesAfter(59_000)).toBe(0);
  expect(await timesAfter(1_000)).toBe(1);
  isAway = true;
  expect(await timesAfter(1_000)).toBe(1);
  isAway = false;
  expect(await timesAfter(59_000)).toBe(1);
  expect(await timesAfter(1_000)).toBe(2);
});
