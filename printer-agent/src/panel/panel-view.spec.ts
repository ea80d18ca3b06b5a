import { expect, test } from '@jest/globals';
import type { PrinterReport } from '@sixpence/contracts/agent/gateway';
import type { JobRecord } from '../job/job-record.js';
import type { JobStep } from '../job/job-step.js';
import { aListing } from '../testing/builders.js';
import type { PanelState } from './panel-state.js';
import { panelView, type PanelSurroundings } from './panel-view.js';

const idle: PrinterReport = {
  printerId: 'printer',
  state: 'idle',
  reasons: [],
  accepting: true,
  color: false,
  duplex: false,
  formats: [],
  makeAndModel: '',
};

function shownPrinterState(report: PrinterReport, step: JobStep): string {
  const job = { jobId: 'job', pages: 3, step, impressions: 0, settlement: null, ending: null } as JobRecord;
  const state = { screen: 'printing', person: null, releaseId: 'release', leaving: false } as const;
  return panelView(state, surroundings(report, job)).printer.state;
}

function surroundings(report: PrinterReport, job: JobRecord): PanelSurroundings {
  const around = { name: 'Hall', report, online: true, site: '', publicUrl: 'http://localhost', leavesAt: 0 };
  return {
    ...around,
    jobs: [job],
    nameOf: () => ({ fileName: 'a.pdf' }),
    pictureName: () => undefined,
    reported: () => undefined,
  };
}

test.each([
  ['ready', 'idle'],
  ['created', 'idle'],
  ['sent', 'processing'],
  ['printing', 'processing'],
  ['ended', 'idle'],
] as const)('with a job that is %s, a printer last seen idle is shown as %s', (step, shown) => {
  expect(shownPrinterState(idle, step)).toBe(shown);
});

test('printed pages show no cost until core has settled them', () => {
  const state = { screen: 'done', person: null, releaseId: 'release' } as const;
  const held = { minor: 15, currency: 'GBP' };
  const ended = {
    jobId: 'job',
    pages: 3,
    step: 'ended',
    impressions: 3,
    held,
    settlement: null,
    ending: null,
  };
  const view = panelView(state, surroundings(idle, ended as JobRecord));
  expect(view).toMatchObject({ screen: 'done', jobs: [{ impressions: 3 }] });
  expect(view).toHaveProperty('captured', undefined);
});

test('a worse state reported by the printer is shown', () => {
  expect(shownPrinterState({ ...idle, state: 'stopped' }, 'printing')).toBe('stopped');
});

const gbp = (minor: number) => ({ minor, currency: 'GBP' }) as const;

function aJobOf(changes: Partial<JobRecord>): JobRecord {
  return {
    ...{ jobId: 'job', pages: 3, position: 0, step: 'settled', impressions: 0, held: gbp(15) },
    ...{ settlement: null, ending: null, reason: undefined },
    ...changes,
  } as JobRecord;
}

function settled(jobId: string, captured: number, returned: number, available: number): JobRecord {
  const amounts = { captured: gbp(captured), returned: gbp(returned), available: gbp(available) };
  return aJobOf({
    jobId,
    impressions: 1,
    settlement: { jobId, state: 'partial', impressions: 2, ...amounts },
  });
}

test('the cost of a release is the sum of its jobs, and the balance is that of the last one', () => {
  const state = {
    screen: 'done',
    person: null,
    releaseId: 'release',
    refused: { code: 'quote.changed' },
  } as const;
  const jobs = [settled('one', 5, 10, 985), settled('two', 20, 3, 965)];
  const around = { ...surroundings(idle, jobs[0]!), jobs, leavesAt: 60_000 };
  expect(panelView(state, around)).toMatchObject({
    captured: gbp(25),
    returned: gbp(13),
    available: gbp(965),
    refused: { code: 'quote.changed' },
    leavesAt: '1970-01-01T00:01:00.000Z',
    jobs: [
      { jobId: 'one', impressions: 2, captured: gbp(5), returned: gbp(10), held: gbp(15) },
      { jobId: 'two', impressions: 2, captured: gbp(20), returned: gbp(3) },
    ],
  });
  const some = [jobs[0]!, aJobOf({ step: 'ended' })];
  expect(panelView(state, { ...around, jobs: some })).toMatchObject({
    captured: undefined,
    returned: gbp(10),
  });
});

test.each([
  [{ step: 'ready' }, 'waiting'],
  [{ step: 'preflight' }, 'sending'],
  [{ step: 'created' }, 'sending'],
  [{ step: 'preflight', reason: 'printer-busy' }, 'stalled'],
  [{ step: 'created', reason: 'printer-unreachable' }, 'stalled'],
  [{ step: 'sent' }, 'printing'],
  [{ step: 'printing' }, 'printing'],
  [{ step: 'stalled' }, 'stalled'],
  [{ step: 'ended', ending: { outcome: 'completed' } }, 'completed'],
  [{ step: 'ended', ending: { outcome: 'aborted' }, impressions: 1 }, 'partial'],
  [{ step: 'settled' }, 'checking'],
  [settled('one', 1, 1, 1), 'partial'],
] as [Partial<JobRecord>, string][])('a job with %j is shown as %s', (changes, shown) => {
  const state = { screen: 'printing', person: null, releaseId: 'release', leaving: true } as const;
  const around = {
    ...surroundings(idle, aJobOf(changes)),
    nameOf: () => undefined,
    reported: () => 'faint' as const,
  };
  const view = panelView(state, { ...around, jobs: [aJobOf({}), aJobOf({ ...changes, position: 1 })] });
  expect(view).toMatchObject({
    leaving: true,
    jobs: [{ fileName: 'Document 1' }, { fileName: 'Document 2', state: shown, reported: 'faint' }],
  });
});

test.each([
  [{ screen: 'attract' }, { signInUrl: 'http://localhost/login', site: 'Library' }],
  [{ screen: 'keypad', checking: null }, { checking: false }],
  [
    { screen: 'keypad', checking: 'request', refused: { code: 'code.wrong' } },
    { checking: true, refused: { code: 'code.wrong' } },
  ],
  [
    { screen: 'pairing', requestId: 'r', code: null, refused: { code: 'service.unavailable' } },
    { refused: { code: 'service.unavailable' } },
  ],
  [
    { screen: 'pairing', requestId: 'r', code: { digits: '471902', until: 61_000 } },
    {
      code: {
        digits: '471902',
        url: 'http://localhost/qrlogin#471902',
        expiresAt: '1970-01-01T00:01:01.000Z',
      },
    },
  ],
] as [PanelState, object][])('the state %j has its view', (state, view) => {
  const around = {
    ...surroundings({ ...idle, reasons: ['media-jam'] }, aJobOf({})),
    site: 'Library',
    online: false,
  };
  const printer = { name: 'Hall', state: 'idle', reasons: ['media-jam'], online: false };
  expect(panelView(state, around)).toMatchObject({ screen: state.screen, printer, ...view });
});

test('documents are shown without the address of their picture at core, with the picture’s name here', () => {
  const listing = aListing({ mostCopies: undefined, processing: 2 });
  const [document] = listing.documents;
  const documents = [
    { ...document!, picturePath: '/secret' },
    { ...document!, documentId: 'plain' },
  ];
  const person = { requestId: 'r', panelSessionId: listing.panelSessionId };
  const state = { screen: 'documents', person, listing: { ...listing, documents }, releasing: null } as const;
  const around = { ...surroundings(idle, aJobOf({})), pictureName: () => 'picture', leavesAt: 1_000 };
  expect(panelView(state, around)).toEqual({
    ...{ screen: 'documents', releasing: false, refused: undefined, idleAt: '1970-01-01T00:00:01.000Z' },
    printer: { name: 'Hall', state: 'idle', reasons: [], online: true },
    documents: [
      { ...document, picture: 'picture' },
      { ...document, documentId: 'plain', picture: undefined },
    ],
    ...{
      processing: 2,
      available: listing.available,
      otherWallets: [],
      topUpUrl: listing.topUpUrl,
      mostCopies: 1,
    },
  });
  expect(panelView({ ...state, releasing: 'release' }, around)).toMatchObject({ releasing: true });
});
