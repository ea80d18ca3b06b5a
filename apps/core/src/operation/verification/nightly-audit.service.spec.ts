import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { DiscoveryService } from '@nestjs/core';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { RoundsService } from '../../platform/process/rounds.service.js';
import { NightlyAuditService } from './nightly-audit.service.js';
import type { VerificationService } from './verification.service.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('every ten minutes a core looks whether the night is its own, also after a failure, until it stops', async () => {
  let looks = 0;
  const query = () => {
    looks += 1;
    return looks === 1 ? Promise.reject(new Error('away')) : Promise.resolve({ records: [], affected: 0 });
  };
  const runner = { isTransactionActive: false, query, release: () => Promise.resolve() };
  const nights = new NightlyAuditService(
    { createQueryRunner: () => runner } as unknown as DataSource,
    {} as VerificationService,
    pino({ level: 'silent' }),
    new Registry(),
  );
  const after = async (minutes: number) => {
    await jest.advanceTimersByTimeAsync(minutes * 60_000);
    return looks;
  };
  const rounds = new RoundsService({} as DiscoveryService, pino({ level: 'silent' }));
  rounds.startRounds(nights);
  expect([await after(9), await after(1), await after(10)]).toEqual([0, 1, 2]);
  await rounds.onModuleDestroy();
  expect(await after(20)).toBe(2);
});
