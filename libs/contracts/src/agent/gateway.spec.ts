import { describe, expect, test } from '@jest/globals';
import {
  agentAnswers,
  agentFrame,
  agentPrinter,
  agentRequests,
  coreFrame,
  gatewayAnswerLimitBytes,
  gatewayClose,
  gatewayFrameLimitBytes,
  gatewayProof,
  isAgentRequestName,
  newerNotice,
  type AgentRequestName,
} from './gateway.js';

const id = '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70';
const tooLargeForColumn = 2 ** 31;
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

describe('a frame of an agent with a value that is too long, or that the database cannot store, is refused:', () => {
  test.each([
    ['a model with NUL in it', 'printer', report, { makeAndModel: 'a\0b' }],
    ['a format with an escape sequence in it', 'printer', report, { formats: ['\u001b[2J'] }],
    [
      'a code with a line break in it',
      'redeem',
      { requestId: id, printerId: id, code: '1' },
      { code: '1\n' },
    ],
    ['a sequence number too large for its column', 'progress', progress, { sequence: tooLargeForColumn }],
    ['impressions too large for their column', 'progress', progress, { impressions: tooLargeForColumn }],
    ['a final count too large for its column', 'settle', settle, { impressions: tooLargeForColumn }],
    [
      'a revision too large for its column',
      'release',
      release,
      { documents: [{ ...chosen, revision: tooLargeForColumn }] },
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

const many = <T>(count: number, item: T) => Array<T>(count).fill(item);
const pair = { requestId: id, printerId: id };

test.each<[AgentRequestName, object, readonly object[], readonly object[]]>([
  [
    'redeem',
    { ...pair, code: '1' },
    [{ code: 'a'.repeat(32) }],
    [{ code: 'a'.repeat(33) }, { requestId: 'a' }],
  ],
  ['pair-device', { ...pair, code: '1' }, [{ code: 'a'.repeat(100) }], [{ code: 'a'.repeat(101) }]],
  [
    'release',
    release,
    [
      { documents: many(100, chosen) },
      { documents: [{ ...chosen, copies: 99 }, chosen] },
      { documents: [{ ...chosen, copies: 1 }] },
    ],
    [
      { documents: many(101, chosen) },
      { documents: [{ ...chosen, copies: 100 }] },
      {
        documents: [
          { ...chosen, copies: 99 },
          { ...chosen, copies: 2 },
        ],
      },
      { documents: [{ ...chosen, copies: 0 }] },
      { documents: [{ ...chosen, side: '3-Sided' }] },
      { documents: [{ ...chosen, quotedMinor: 0.5 }] },
    ],
  ],
  [
    'progress',
    progress,
    [{ sequence: 0, impressions: 0 }],
    [{ sequence: -1 }, { impressions: -1 }, { state: '' }],
  ],
  ['settle', settle, [{ counted: false }], [{ counted: 'no' }, { impressions: -1 }]],
  [
    'unknown-jobs',
    { jobIds: [] },
    [{ jobIds: many(1_000, id) }],
    [{ jobIds: many(1_001, id) }, { jobIds: ['a'] }],
  ],
  [
    'printer',
    report,
    [
      { reasons: many(20, 'media-jam'), formats: many(50, 'a'.repeat(100)), makeAndModel: 'a'.repeat(200) },
      { reasons: ['a'.repeat(100)] },
    ],
    [
      { reasons: many(21, 'media-jam') },
      { formats: many(51, 'a') },
      { formats: ['a'.repeat(101)] },
      { makeAndModel: 'a'.repeat(201) },
      { reasons: ['a'.repeat(101)] },
    ],
  ],
])('the request "%s" is accepted at its limits, and refused beyond them', (name, base, good, bad) => {
  const accepts = (change: object) => agentRequests[name].safeParse({ ...base, ...change }).success;
  expect(good.map(accepts)).toEqual(good.map(() => true));
  expect(bad.map(accepts)).toEqual(bad.map(() => false));
});

test('an unknown word is read as the most cautious known one', () => {
  const printer = { id, slug: 'hall', name: 'Hall', uri: 'ipp://hall', counting: 'by-weight' };
  const money = { minor: 1, currency: 'GBP' };
  const settled = {
    jobId: id,
    state: 'shredded',
    impressions: 1,
    captured: money,
    returned: money,
    available: money,
  };
  expect([
    agentPrinter.parse(printer).counting,
    agentAnswers.settle.parse(settled).state,
    agentRequests.printer.parse({ ...report, state: 'dancing' }).state,
    agentRequests.progress.parse({ ...progress, state: 'dancing' }).state,
    agentRequests.settle.parse({ ...settle, outcome: 'dancing' }).outcome,
    agentRequests['print-report'].parse({ reportId: id, jobId: id, fault: 'smells' }).fault,
  ]).toEqual(['none', 'checking', 'processing', 'printing', 'unknown', 'something-else']);
  expect(agentRequests.progress.parse({ ...progress, state: 'stalled' }).state).toBe('stalled');
  expect(agentPrinter.parse({ ...printer, counting: 'sheets' }).counting).toBe('sheets');
});

test('a box without a contract number speaks the first contract', () => {
  const hello = { type: 'hello', agentId: id, signature: 'a'.repeat(200), version: 'a'.repeat(50) };
  expect(agentFrame.parse(hello)).toMatchObject({ contract: 1 });
  expect(agentFrame.parse({ ...hello, contract: 2 })).toMatchObject({ contract: 2 });
  for (const bad of [{ signature: 'a'.repeat(201) }, { version: 'a'.repeat(51) }, { contract: 0 }])
    expect(agentFrame.safeParse({ ...hello, ...bad }).success).toBe(false);
});

test('an answer with a code of a newer core is still a refusal', () => {
  const answer = { type: 'answer', id: 1, result: { status: 'refused', code: 'moon.full', message: 'No.' } };
  expect(coreFrame.parse(answer)).toMatchObject({ result: { status: 'refused', code: 'request.invalid' } });
});

test('a notice is newer only if this version does not know its name', () => {
  const notice = (name: string) => newerNotice.safeParse({ type: 'notice', notice: { name } }).success;
  expect(['weather', 'printers', 'listing-changed', 'session-ended', 'paired'].map(notice)).toEqual([
    true,
    ...many(4, false),
  ]);
});

test('only names in the contract are names of requests, and `constructor` and `Settle` are not', () => {
  expect(['settle', 'print-report', 'constructor', 'Settle', ''].map(isAgentRequestName)).toEqual([
    ...[true, true],
    ...[false, false, false],
  ]);
});

test('the signed text, the close codes, and the frame limits that installed boxes rely on never change', () => {
  expect(gatewayProof('agent', 'nonce')).toBe('sixpence-gateway\nagent\nnonce');
  expect(gatewayClose).toEqual({ badFrame: 4400, unauthorised: 4401, replaced: 4409 });
  expect([gatewayFrameLimitBytes, gatewayAnswerLimitBytes]).toEqual([65_536, 524_288]);
});

test('an unknown reason of a newer box is dropped, and its request stays valid', () => {
  const reasons = ['out-of-staples', 'media-jam'];
  expect(agentRequests.printer.parse({ ...report, reasons }).reasons).toEqual(['media-jam']);
  expect(agentRequests.settle.parse({ ...settle, reason: 'out-of-staples' }).reason).toBeUndefined();
  expect(agentRequests.progress.parse({ ...progress, reason: 'media-jam' }).reason).toBe('media-jam');
});
