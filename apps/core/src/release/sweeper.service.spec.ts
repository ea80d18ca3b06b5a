import { expect, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { createLogger } from '../process/logger.js';
import type { JobsService } from './jobs.service.js';
import type { PanelSessionsService } from './panel-sessions.service.js';
import type { PrintCodesService } from './print-codes.service.js';
import { SweeperService } from './sweeper.service.js';
import type { TryBudgetsService } from './try-budgets.service.js';

test('a job whose hold cannot be given back does not keep the holds of others', async () => {
  const overdue = [{ id: 'broken' }, { id: 'good' }];
  const query = (sql: string) =>
    Promise.resolve({ records: sql.startsWith('SELECT id FROM jobs') ? overdue : [], affected: 0 });
  const database = { createQueryRunner: () => ({ query, release: () => Promise.resolve() }) };
  const givenBack: string[] = [];
  const giveUp = (id: string) => {
    if (id === 'broken') return Promise.reject(new Error('This job cannot be settled'));
    return Promise.resolve(givenBack.push(id) > 0);
  };
  const sweeper = new SweeperService(
    database as unknown as DataSource,
    { giveUp } as unknown as JobsService,
    { endLapsed: () => Promise.resolve() } as unknown as PanelSessionsService,
    { sweep: () => Promise.resolve() } as unknown as PrintCodesService,
    { forgetOld: () => Promise.resolve() } as unknown as TryBudgetsService,
    createLogger('silent'),
  );
  await sweeper.sweep();
  expect(givenBack).toEqual(['good']);
});
