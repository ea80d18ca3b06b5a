import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createLogger } from '../../platform/process/logger.js';
import type { EnquiriesService } from './enquiries.service.js';
import { ForgettingService } from './forgetting.service.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('old enquiries are deleted every ten minutes, also after a failure, until core stops', async () => {
  const forgetOld = jest.fn(() => Promise.resolve());
  const forgetting = new ForgettingService(
    { forgetOld } as unknown as EnquiriesService,
    createLogger('silent'),
  );
  const callsAfter = async (ms: number) => {
    await jest.advanceTimersByTimeAsync(ms);
    return forgetOld.mock.calls.length;
  };
  forgetting.onApplicationBootstrap();
  forgetOld.mockRejectedValueOnce(new Error('the database is away'));
  expect(await callsAfter(599_999)).toBe(0);
  expect(await callsAfter(600_001)).toBe(2);
  await forgetting.onModuleDestroy();
  expect(await callsAfter(3_600_000)).toBe(2);
});
