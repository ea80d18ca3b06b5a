import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { DiscoveryService } from '@nestjs/core';
import { createLogger } from '../../platform/process/logger.js';
import { RoundsService } from '../../platform/process/rounds.service.js';
import { EnquiriesService } from './enquiries.service.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('old enquiries are deleted every ten minutes, also after a failure, until core stops', async () => {
  const deleteOldEnquiries = jest.fn(() => Promise.resolve());
  const rounds = new RoundsService({} as DiscoveryService, createLogger('silent'));
  const callsAfter = async (ms: number) => {
    await jest.advanceTimersByTimeAsync(ms);
    return deleteOldEnquiries.mock.calls.length;
  };
  rounds.startRounds(
    Object.assign(Object.create(EnquiriesService.prototype) as object, { deleteOldEnquiries }),
  );
  deleteOldEnquiries.mockRejectedValueOnce(new Error('the database is down'));
  expect(await callsAfter(599_999)).toBe(0);
  expect(await callsAfter(600_001)).toBe(2);
  await rounds.onModuleDestroy();
  expect(await callsAfter(3_600_000)).toBe(2);
});
