import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { DiscoveryService } from '@nestjs/core';
import type { DataSource } from 'typeorm';
import { createLogger } from '../platform/process/logger.js';
import { RoundsService } from '../platform/process/rounds.service.js';
import type { CodeSpaceService } from '../codes/code-space.service.js';
import type { OverdueHoldsService } from '../jobs/overdue-holds.service.js';
import type { PanelSessionsService } from './panel-sessions.service.js';
import type { PrintCodesService } from '../codes/print-codes.service.js';
import { SweeperService } from './sweeper.service.js';
import type { TryBudgetsService } from '../codes/try-budgets.service.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('rounds settle overdue holds, but not in the first two minutes of core, because boxes report first', async () => {
  const done: string[] = [];
  const does = (what: string) => () => Promise.resolve(void done.push(what));
  const otherSweeps = ['sessions', 'codes', 'budgets', 'wrong codes'];
  const doneIn = async (ms: number): Promise<string[]> => {
    done.length = 0;
    await jest.advanceTimersByTimeAsync(ms);
    return done;
  };

  for (let start = 0; start < 2; start += 1) {
    const sweeper = new SweeperService(
      {} as DataSource,
      { settleAll: does('holds') } as unknown as OverdueHoldsService,
      { endLapsedSessions: does('sessions') } as unknown as PanelSessionsService,
      { sweep: does('codes') } as unknown as CodeSpaceService,
      { forgetOld: does('budgets') } as unknown as TryBudgetsService,
      { forgetWrong: does('wrong codes') } as unknown as PrintCodesService,
    );
    const rounds = new RoundsService({} as DiscoveryService, createLogger('silent'));
    rounds.startRounds(sweeper);
    expect(await doneIn(119_000)).toEqual([
      ...otherSweeps,
      ...otherSweeps,
      ...otherSweeps,
      ...otherSweeps,
      ...otherSweeps,
    ]);
    expect(await doneIn(1_000)).toEqual(['holds', ...otherSweeps]);
    expect(await doneIn(20_000)).toEqual(['holds', ...otherSweeps]);
    await rounds.onModuleDestroy();
  }
});
