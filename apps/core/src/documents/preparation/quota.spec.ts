import { describe, expect, test } from '@jest/globals';
import { documentLimits } from '@sixpence/contracts/limits';
import { isStoredWithinQuota, keepWithinQuota, remainingOf } from './quota.js';

describe('the quota', () => {
  const { activeDocuments, activeBytes } = documentLimits;
  const nothing = {
    ...{ documents: 0, bytes: 0, repeatedBytes: 0 },
    ...{ awaited: 0, awaitedBytes: 0, firstLapseSeconds: 0 },
  };
  const trying = (present: Partial<typeof nothing>, moreBytes: number) => () => {
    keepWithinQuota({ ...nothing, ...present }, moreBytes);
  };

  test('allows the last document and the last byte, and refuses one more', () => {
    expect(trying({ documents: activeDocuments - 1, bytes: activeBytes - 1 }, 1)).not.toThrow();
    expect(trying({ documents: activeDocuments }, 0)).toThrow(
      expect.objectContaining({ code: 'document.quota', status: 409 }),
    );
    expect(trying({ bytes: activeBytes }, 1)).toThrow(expect.objectContaining({ code: 'document.quota' }));
  });

  test('that is full of awaited uploads answers with the time to retry', () => {
    const present = { documents: activeDocuments, awaited: 1, firstLapseSeconds: 59.2 };
    expect(trying(present, 0)).toThrow(
      expect.objectContaining({ code: 'request.too-many', status: 429, retryAfterSeconds: 60 }),
    );
    expect(trying({ ...present, firstLapseSeconds: -3 }, 0)).toThrow(
      expect.objectContaining({ retryAfterSeconds: 1 }),
    );
  });

  test('includes uploads in progress, and answers with the time to retry if only these exceed it', () => {
    const received = { documents: 1, awaited: 1, bytes: 600, awaitedBytes: 600, firstLapseSeconds: 10 };
    expect(trying(received, activeBytes - 600)).not.toThrow();
    expect(trying(received, activeBytes - 599)).toThrow(
      expect.objectContaining({ code: 'request.too-many', retryAfterSeconds: 10 }),
    );
    expect(trying({ ...received, bytes: 601 }, activeBytes)).toThrow(
      expect.objectContaining({ code: 'document.quota' }),
    );
  });

  test('checks stored files without counting uploads in progress', () => {
    const received = { ...nothing, documents: 2, awaited: 1, awaitedBytes: 600 };
    expect(isStoredWithinQuota({ ...received, bytes: activeBytes + 600 })).toBe(true);
    expect(isStoredWithinQuota({ ...received, bytes: activeBytes + 601 })).toBe(false);
  });

  test('allows repeated conversions of the same size in addition', () => {
    const full = { ...nothing, bytes: activeBytes };
    expect(isStoredWithinQuota({ ...full, repeatedBytes: activeBytes })).toBe(true);
    expect(isStoredWithinQuota({ ...full, repeatedBytes: activeBytes + 1 })).toBe(false);
    expect(isStoredWithinQuota({ ...full, bytes: activeBytes + 1 })).toBe(false);
    expect(trying({ repeatedBytes: activeBytes }, activeBytes)).not.toThrow();
    expect(remainingOf({ ...nothing, repeatedBytes: activeBytes }).bytes).toBe(activeBytes);
  });

  test('never has a negative remaining amount', () => {
    expect(remainingOf(nothing)).toEqual({ documents: activeDocuments, bytes: activeBytes });
    expect(remainingOf({ ...nothing, documents: 101, bytes: activeBytes + 1 })).toEqual({
      documents: 0,
      bytes: 0,
    });
  });
});
