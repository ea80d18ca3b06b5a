import { expect, test } from '@jest/globals';
import { printLimits } from './limits.js';

const second = 1_000;
const minute = 60 * second;

/**
 * Other specs set shorter times. This test states the real ones, on which users, money, and paper depend, so
 * that no change goes unnoticed.
 */
test('printing uses these times and limits', () => {
  expect(printLimits).toEqual({
    firstPollMs: 1,
    eagerPollMs: 12,
    eagerMs: 0.5 * second,
    pollMs: 0.25 * second,
    busyFirstMs: 0.25 * second,
    busyMostMs: 5 * second,
    busyInAllMs: minute,
    unreachableMs: [second, 2 * second, 5 * second, 10 * second],
    noticeMs: second,
    pendingMs: 5 * second,
    cancelMs: 2 * minute,
    cancelAgainMs: 5 * second,
    lateCountMs: 2 * second,
    checkMs: 10 * second,
    checkAgainMs: 5 * minute,
    quietPerPageMs: 20 * second,
    uploadQuietMs: 30 * second,
    documentMs: 2 * minute,
    documentRetryMs: 0.5 * second,
    attempts: 3,
    staleMs: 10 * minute,
    retryMs: 5 * second,
    journalRefusesMs: 20 * second,
    releaseWriteRetry: { firstMs: 0.25 * second, mostMs: 5 * second },
  });
});
