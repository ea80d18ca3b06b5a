import { describe, expect, test } from '@jest/globals';
import { jobStates } from '../http/release.js';
import { agentAnswers, agentFrame, agentRequests, countingSchema, coreFrame } from './gateway.js';
import { contractNumber, frameFor, newerWords, wordOf } from './versions.js';

const id = '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70';
const money = { minor: 5, currency: 'GBP' };
const job = {
  ...{
    jobId: id,
    releaseId: id,
    printerId: id,
    fileName: 'a.pdf',
    pages: 1,
    side: '1-Sided',
    isColor: false,
  },
  ...{ held: money, documentPath: '/a', state: 'held', impressions: 0 },
};

/** The words that boxes of each contract number know. Never edit the words of a released number. */
const words: Record<number, Record<string, readonly string[]>> = {
  1: {
    state: ['held', 'printing', 'stalled', 'checking', 'completed', 'partial', 'failed', 'canceled'],
    counting: ['impressions', 'sheets', 'none'],
  },
};

test('this test knows the words of each contract number', () => {
  expect(Object.keys(words).map(Number)).toEqual(Array.from({ length: contractNumber }, (_, at) => at + 1));
});

test.each(Object.keys(words).map(Number))(
  'a box of contract %i gets only words that it knows',
  (contract) => {
    const coreWords = { state: jobStates, counting: countingSchema.options };
    for (const [field, all] of Object.entries(coreWords))
      for (const word of all) expect(words[contract]?.[field]).toContain(wordOf(contract, field, word));
  },
);

describe('a newer word', () => {
  const newer = {
    state: { resting: { since: 3, before: 'parked' }, parked: { since: 2, before: 'held' } },
  };

  test.each([
    [1, 'held'],
    [2, 'parked'],
    [3, 'resting'],
  ])('is sent to a box of contract %i as %s', (contract, word) => {
    expect(wordOf(contract, 'state', 'resting', newer)).toBe(word);
  });

  test('is replaced everywhere in a frame, but only in fields of its name', () => {
    const body = { jobs: [{ ...job, state: 'parked', fileName: 'parked' }] };
    const frame = JSON.parse(frameFor(0, { type: 'answer', body }, newer)) as { body: unknown };
    expect(frame.body).toEqual({ jobs: [{ ...job, state: 'held', fileName: 'parked' }] });
  });

  test('is sent unchanged to a box of the current contract; as yet no word is newer than contract 1', () => {
    expect(frameFor(contractNumber, { state: 'parked' }, newer)).toBe('{"state":"parked"}');
    expect(newerWords).toEqual({ state: {}, counting: {} });
  });
});

describe('a word that only a newer core knows', () => {
  test('is read as checking in a job’s state, so that a box neither prints nor settles the job', () => {
    expect(agentAnswers.job.parse({ ...job, state: 'resting' }).state).toBe('checking');
    const settled = { jobId: id, state: 'resting', impressions: 1, captured: money, returned: money };
    expect(agentAnswers.settle.parse({ ...settled, available: money }).state).toBe('checking');
  });

  test('is read as none in a printer’s way of counting', () => {
    const printer = { id, slug: 'hall', name: 'Hall', uri: 'ipp://hall', counting: 'grams' };
    const notice = { name: 'printers', printers: [printer] };
    expect(coreFrame.parse({ type: 'notice', notice })).toMatchObject({
      notice: { printers: [{ counting: 'none' }] },
    });
  });
});

describe('a word that only a newer box knows', () => {
  test('is read as `unknown` in the outcome of a job, so that it moves no money', () => {
    const settle = { jobId: id, outcome: 'shredded', impressions: 1 };
    expect(agentRequests.settle.parse(settle).outcome).toBe('unknown');
  });

  test('is replaced in a print report, a progress report, and a printer’s report, which stay valid', () => {
    const fault = { reportId: id, jobId: id, fault: 'smells-odd' };
    expect(agentRequests['print-report'].parse(fault).fault).toBe('something-else');
    const progress = { jobId: id, sequence: 1, state: 'warming-up', impressions: 0 };
    expect(agentRequests.progress.parse(progress).state).toBe('printing');
    const report = {
      ...{ printerId: id, state: 'dreaming', reasons: ['out-of-staples'], accepting: true },
      ...{ color: true, duplex: true, formats: [], makeAndModel: 'Hall' },
    };
    expect(agentRequests.printer.parse(report)).toMatchObject({ state: 'processing', reasons: [] });
  });

  test('is limited in length', () => {
    const settle = { jobId: id, outcome: 'a'.repeat(1000), impressions: 1 };
    expect(agentRequests.settle.safeParse(settle).success).toBe(false);
  });
});

test('the contract number in hello defaults to 1', () => {
  const hello = { type: 'hello', agentId: id, signature: 'a', version: '1' };
  expect(agentFrame.parse(hello)).toMatchObject({ contract: 1 });
  expect(agentFrame.parse({ ...hello, contract: 7 })).toMatchObject({ contract: 7 });
  expect(agentFrame.safeParse({ ...hello, contract: 0 }).success).toBe(false);
});
