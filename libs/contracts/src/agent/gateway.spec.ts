import { describe, expect, test } from '@jest/globals';
import { agentFrame, agentRequests } from './gateway.js';

const id = '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70';
const beyondTheColumn = 2 ** 31;
const report = {
  printerId: id,
  state: 'idle',
  reasons: [],
  accepting: true,
  color: true,
  duplex: true,
  formats: ['application/pdf'],
  makeAndModel: 'Hall',
};
const progress = { jobId: id, sequence: 1, state: 'printing', impressions: 1 };
const settle = { jobId: id, outcome: 'completed', impressions: 1 };
const chosen = { documentId: id, revision: 1, side: '1-Sided', isColor: false, quotedMinor: 5 };
const release = { releaseId: id, panelSessionId: id, documents: [chosen] };

describe('an agent request with a value that the database cannot store is refused:', () => {
  test.each([
    ['a model with NUL in it', 'printer', report, { makeAndModel: 'a\0b' }],
    ['a format with an escape sequence in it', 'printer', report, { formats: ['\u001b[2J'] }],
    [
      'a code with a line break in it',
      'redeem',
      { requestId: id, printerId: id, code: '1' },
      { code: '1\n' },
    ],
    ['a sequence beyond the column', 'progress', progress, { sequence: beyondTheColumn }],
    ['impressions beyond the column', 'progress', progress, { impressions: beyondTheColumn }],
    ['a final count beyond the column', 'settle', settle, { impressions: beyondTheColumn }],
    [
      'a revision beyond the column',
      'release',
      release,
      { documents: [{ ...chosen, revision: beyondTheColumn }] },
    ],
  ] as const)('%s', (_, name, good, bad) => {
    expect(agentRequests[name].safeParse(good).error).toBeUndefined();
    expect(agentRequests[name].safeParse({ ...good, ...bad }).success).toBe(false);
  });

  test('a reason of a thousand letters', () => {
    expect(agentRequests.settle.safeParse({ ...settle, reason: 'a'.repeat(1000) }).success).toBe(false);
    expect(agentRequests.printer.safeParse({ ...report, reasons: ['a'.repeat(1000)] }).success).toBe(false);
  });

  test('a version with an escape sequence', () => {
    const hello = { type: 'hello', agentId: id, signature: 'a', version: '1' };
    expect(agentFrame.safeParse(hello).success).toBe(true);
    expect(agentFrame.safeParse({ ...hello, version: '\u009b2J' }).success).toBe(false);
  });
});

test('an unknown reason of a newer box is dropped, and its request stays valid', () => {
  const reasons = ['out-of-staples', 'media-jam'];
  expect(agentRequests.printer.parse({ ...report, reasons }).reasons).toEqual(['media-jam']);
  expect(agentRequests.settle.parse({ ...settle, reason: 'out-of-staples' }).reason).toBeUndefined();
  expect(agentRequests.progress.parse({ ...progress, reason: 'media-jam' }).reason).toBe('media-jam');
});
