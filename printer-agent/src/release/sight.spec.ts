import { describe, expect, test } from '@jest/globals';
import type { PrinterJob } from '../ipp/client.js';
import { awaitsDocument, judge, type Sight, type Watched } from './sight.js';

const limits = {
  noticeMs: 1_000,
  stallMs: 600_000,
  pendingMs: 5_000,
  cancelMs: 120_000,
  quietPerPageMs: 20_000,
};
const fresh: Watched = {
  pages: 3,
  impressions: 0,
  began: false,
  stalledAt: null,
  movedAt: 0,
  canceledAt: null,
};

function aPrinterJob(
  state: PrinterJob['state'],
  impressionsCompleted = 0,
  reasons: string[] = [],
): PrinterJob {
  const ids = { jobId: 1, jobUuid: null, jobUri: '', name: 'job' };
  return { ...ids, state, reasons, impressionsCompleted, countsImpressions: true };
}

function look(before: Partial<Watched>, sight: Partial<Sight>) {
  return judge({ ...fresh, ...before }, { at: 1_000, job: aPrinterJob(5), ...sight }, limits);
}

describe('one look at a job at the printer', () => {
  test('a job in state processing counts as printing', () => {
    const { watched, next } = look({}, { job: aPrinterJob(5, 1) });
    expect(watched).toMatchObject({ began: true, impressions: 1, stalledAt: null, movedAt: 1_000 });
    expect(next).toEqual({ do: 'wait' });
  });

  test('a count that falls or jumps is corrected', () => {
    expect(look({ impressions: 2, began: true }, { job: aPrinterJob(5, 1) }).watched.impressions).toBe(2);
    expect(look({}, { job: aPrinterJob(5, 1_000_000) }).watched.impressions).toBe(3);
  });

  test.each([
    ['the printer says so', { stopped: 'media-empty' as const }, 'media-empty'],
    ['it stands still', { job: aPrinterJob(6) }, 'printer-stopped'],
    ['it waits behind others', { job: aPrinterJob(3), at: 5_000 }, 'printer-busy'],
    ['it is held back behind others', { job: aPrinterJob(4), at: 5_000 }, 'printer-busy'],
    ['the printer does not answer', { job: 'silent' as const }, 'printer-unreachable'],
  ] as [string, Partial<Sight>, string][])('a job stalls when %s', (_, sight, reason) => {
    const { watched, next } = look({ began: sight.job === undefined }, sight);
    expect(watched).toMatchObject({ reason, stalledAt: sight.at ?? 1_000 });
    expect(next).toEqual({ do: 'wait' });
  });

  test('a rising count is progress of a job, and an equal one is not', () => {
    const before = { began: true, impressions: 1, movedAt: 400 };
    const movedAt = (count: number) => look(before, { job: aPrinterJob(5, count) }).watched.movedAt;
    expect([movedAt(1), movedAt(2)]).toEqual([400, 1_000]);
  });

  test.each([3, 4] as const)(
    'a job in job-state %i stalls after a delay, or when its printer stops',
    (state) => {
      const reason = (at: number, stopped?: 'media-empty') =>
        look({}, { job: aPrinterJob(state), at, stopped }).watched.reason;
      expect([reason(4_999), reason(999, 'media-empty')]).toEqual([undefined, undefined]);
      expect([reason(5_000), reason(1_000, 'media-empty')]).toEqual(['printer-busy', 'media-empty']);
    },
  );

  test('a job that prints does not count as waiting behind others', () => {
    expect(look({ began: true, impressions: 1 }, { at: 60_000 }).watched.reason).toBeUndefined();
  });

  test('a reason from the printer replaces the printer-stopped of a stopped job', () => {
    expect(look({}, { job: aPrinterJob(6), stopped: 'cover-open' }).watched.reason).toBe('cover-open');
  });

  test('a stopped job gets the printer’s stop reason at once, and a job that still moves gets it after a delay', () => {
    const moved = { began: true, movedAt: 900 };
    const stopped = 'media-jam' as const;
    expect(look(moved, { job: aPrinterJob(6), stopped }).watched.reason).toBe('media-jam');
    expect(look(moved, { at: 1_899, stopped }).watched.reason).toBeUndefined();
    expect(look(moved, { at: 1_900, stopped }).watched.reason).toBe('media-jam');
  });

  test('a stall that gets a new reason keeps its start time', () => {
    const stalled = { began: true, stalledAt: 10, reason: 'media-empty' as const };
    expect(look(stalled, { job: 'silent' }).watched).toMatchObject({
      stalledAt: 10,
      reason: 'printer-unreachable',
    });
  });

  test('a job that is cancelled while the printer is silent counts as begun, so it is not called unprinted later', () => {
    const { watched, next } = look({ stalledAt: 0 }, { at: 600_000, job: 'silent' });
    expect(next).toEqual({ do: 'cancel' });
    expect(watched.began).toBe(true);
    const seen = look({ stalledAt: 0 }, { at: 600_000, job: aPrinterJob(3) });
    expect([seen.next, seen.watched.began]).toEqual([{ do: 'cancel' }, false]);
  });

  test('a printer that prints on with a warning does not stall', () => {
    const { watched } = look({ began: true, movedAt: 500 }, { stopped: 'toner-empty' });
    expect(watched.reason).toBeUndefined();
  });

  test('a printed page ends the stall, whatever the printer still reports', () => {
    const stalled = { began: true, stalledAt: 10, reason: 'media-empty' as const };
    const { watched } = look(stalled, { job: aPrinterJob(5, 1), stopped: 'media-empty' });
    expect(watched).toMatchObject({ stalledAt: null, reason: undefined });
  });

  test('a stall is cancelled after its time limit, not before', () => {
    const before = { began: true, stalledAt: 1_000, movedAt: 1_000 };
    const stopped = 'media-jam' as const;
    expect(look(before, { at: 600_999, stopped }).next).toEqual({ do: 'wait' });
    expect(look(before, { at: 601_000, stopped }).next).toEqual({ do: 'cancel' });
  });

  test('a job without any sign of progress is cancelled in the end', () => {
    expect(look({ began: true }, { at: 659_999 }).next).toEqual({ do: 'wait' });
    expect(look({ began: true }, { at: 660_000 }).next).toEqual({ do: 'cancel' });
  });

  test('a printer that does not obey Cancel-Job leaves the outcome unknown', () => {
    const before = { began: true, canceledAt: 1_000 };
    expect(look(before, { at: 120_999 }).next).toEqual({ do: 'wait' });
    expect(look(before, { at: 121_000 }).next).toEqual({
      do: 'end',
      ending: { outcome: 'unknown', reason: 'stalled-too-long' },
    });
  });

  test('the outcome of a job that the printer forgot is unknown, unless we had cancelled it before it began', () => {
    expect(look({ began: true }, { job: 'gone' }).next).toMatchObject({ ending: { outcome: 'unknown' } });
    expect(look({}, { job: 'gone' }).next).toMatchObject({ ending: { outcome: 'unknown' } });
    expect(look({ canceledAt: 5 }, { job: 'gone' }).next).toMatchObject({
      ending: { outcome: 'never-began' },
    });
    expect(look({ canceledAt: 5, began: true }, { job: 'gone' }).next).toMatchObject({
      ending: { outcome: 'unknown' },
    });
  });

  test('the printer’s state reasons give the reason of the ending', () => {
    const aborted = aPrinterJob(8, 1, ['aborted-by-system', 'job-canceled-at-device']);
    expect(look({ began: true }, { job: aborted }).next).toEqual({
      do: 'end',
      ending: { outcome: 'aborted', reason: 'canceled-at-printer' },
    });
  });

  test.each([
    ['was seen at work', 'canceled', { began: true }, aPrinterJob(7)],
    ['has a page that no earlier poll showed', 'canceled', {}, aPrinterJob(7, 1)],
    ['never began', 'never-began', {}, aPrinterJob(7)],
  ] as const)('a job that we cancelled and that %s has the outcome %s', (_, outcome, before, job) => {
    expect(look({ ...before, canceledAt: 5 }, { job }).next).toEqual({
      do: 'end',
      ending: { outcome, reason: 'stalled-too-long' },
    });
  });

  test.each([5, 6] as const)('a job in job-state %i has begun, before any page is counted', (state) => {
    expect(look({}, { job: aPrinterJob(state) }).watched).toMatchObject({ began: true, movedAt: 1_000 });
  });

  test('the job’s state is kept while the printer is silent', () => {
    const before = { began: true, impressions: 2, stalledAt: 500, movedAt: 400 };
    expect(look(before, { job: 'silent' }).watched).toMatchObject(before);
  });

  test('the final state includes the final count', () => {
    const { watched, next } = look({ impressions: 1, began: true }, { job: aPrinterJob(9, 3) });
    expect(watched.impressions).toBe(3);
    expect(next).toEqual({ do: 'end', ending: { outcome: 'completed' } });
  });
});

test.each([
  [3, ['job-incoming'], 0, true],
  [4, ['job-data-insufficient'], 0, true],
  [4, ['job-data-insufficient'], 1, false],
  [3, ['none'], 0, false],
  [4, ['job-hold-until-specified'], 0, false],
  [5, ['job-incoming'], 0, false],
  [8, ['job-data-insufficient'], 0, false],
] as const)(
  'job-state %i with %j after %i pages waits for its document: %s',
  (state, reasons, pages, waits) => {
    expect(awaitsDocument(aPrinterJob(state, pages, [...reasons]))).toBe(waits);
  },
);
