import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { DiscoveryService } from '@nestjs/core';
import { pino } from 'pino';
import { answeredDatabase } from '../database/testing/answered-database.js';
import { RoundsService } from '../process/rounds.service.js';
import { PruningService } from './pruning.service.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('the outbox is pruned every ten minutes, also after a failure, until core stops', async () => {
  let rounds = 0;
  const query = (text: string) => {
    if (text.startsWith('DELETE FROM parked_messages')) rounds += 1;
    if (rounds === 1) return Promise.reject(new Error('the database is down'));
    return Promise.resolve({ rows: [], rowCount: 0 });
  };
  const pruning = new PruningService(answeredDatabase(query));
  const after = async (minutes: number) => {
    await jest.advanceTimersByTimeAsync(minutes * 60_000);
    return rounds;
  };
  const service = new RoundsService({} as DiscoveryService, pino({ level: 'silent' }));
  service.startRounds(pruning);
  expect([await after(9), await after(1), await after(10)]).toEqual([0, 1, 2]);
  await service.onModuleDestroy();
  expect(await after(20)).toBe(2);
});
