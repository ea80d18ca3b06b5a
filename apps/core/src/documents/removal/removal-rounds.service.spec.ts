import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { DiscoveryService } from '@nestjs/core';
import { createLogger } from '../../platform/process/logger.js';
import { RoundsService } from '../../platform/process/rounds.service.js';
import type { DocumentLifeService } from './document-life.service.js';
import { RemovalRoundsService } from './removal-rounds.service.js';
import type { RemovalService } from './removal.service.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('ended documents are swept every five seconds, documents without rows every ten minutes; a failed sweep is retried after five seconds', async () => {
  const sweep = jest.fn(() => Promise.resolve());
  const removeLost = jest.fn(() => Promise.resolve());
  const removal = new RemovalRoundsService(
    { sweepDocuments: sweep } as unknown as DocumentLifeService,
    { removeLost } as unknown as RemovalService,
  );
  const rounds = new RoundsService({} as DiscoveryService, createLogger('silent'));
  const callsAfter = async (ms: number) => {
    await jest.advanceTimersByTimeAsync(ms);
    return [sweep.mock.calls.length, removeLost.mock.calls.length];
  };
  rounds.startRounds(removal);
  removeLost.mockRejectedValueOnce(new Error('the storage is down'));
  expect(await callsAfter(4_999)).toEqual([0, 0]);
  expect(await callsAfter(1)).toEqual([1, 1]);
  sweep.mockRejectedValueOnce(new Error('the database is down'));
  expect(await callsAfter(5_000)).toEqual([2, 1]);
  expect(await callsAfter(5_000)).toEqual([3, 2]);
  expect(await callsAfter(595_000)).toEqual([122, 2]);
  expect(await callsAfter(5_000)).toEqual([123, 3]);
  await rounds.onModuleDestroy();
  expect(await callsAfter(60_000)).toEqual([123, 3]);
});
