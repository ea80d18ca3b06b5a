import type { PanelJob, PanelView } from '@sixpence/contracts/agent/panel';
import type { ViewOf } from './views.js';
import { type JobReason, jobReasonNames, jobReasons } from '@sixpence/contracts/printing/job-reasons';

type Listed = ViewOf<'documents'>['documents'][number];

const pence = (minor: number) => ({ minor, currency: 'GBP' as const });
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const printer: PanelView['printer'] = { name: 'hall', state: 'idle', reasons: [], online: true };

const longFileName =
  'A very long name of a document that somebody scanned on Tuesday, the third version of it.pdf';

const document = (part: Partial<Listed>): Listed => ({
  documentId: crypto.randomUUID(),
  revision: 1,
  fileName: 'thesis.pdf',
  pages: 12,
  side: '1-Sided',
  isColor: false,
  price: pence(60),
  ...part,
});

const job = (part: Partial<PanelJob>): PanelJob => ({
  jobId: crypto.randomUUID(),
  fileName: 'thesis.pdf',
  pages: 12,
  state: 'printing',
  impressions: 3,
  held: pence(60),
  ...part,
});

const attract: PanelView = {
  screen: 'attract',
  printer,
  site: 'Demo library',
  signInUrl: 'http://localhost:3000',
};
const keypad: PanelView = { screen: 'keypad', printer, checking: false };
const pairing: PanelView = {
  screen: 'pairing',
  printer,
  code: {
    digits: '471902',
    url: 'https://print.example.com/qrlogin#471902',
    expiresAt: inSeconds(118),
  },
};
const documents: PanelView = {
  screen: 'documents',
  printer,
  documents: [
    document({ picture: 'thesis' }),
    document({ fileName: 'photo.jpg', pages: 1, isColor: true, price: pence(20) }),
    document({
      fileName: longFileName,
      side: '2-Sided',
    }),
    document({ fileName: 'handout.pdf', pages: 3, price: pence(15), printedAt: inSeconds(-600) }),
    document({
      fileName: 'minutes.pdf',
      pages: 10,
      price: pence(50),
      rest: { pages: [[3, 12]], printed: [[1, 2]] },
    }),
  ],
  processing: 1,
  available: pence(100),
  otherWallets: [{ minor: 500, currency: 'EUR' }],
  topUpUrl: 'http://localhost:3000/credits',
  mostCopies: 99,
  releasing: false,
  idleAt: inSeconds(60),
};
const printing: PanelView = {
  screen: 'printing',
  printer: { ...printer, state: 'processing' },
  jobs: [
    job({ fileName: 'handout.pdf', pages: 3, state: 'completed', impressions: 3, captured: pence(15) }),
    job({}),
    job({ fileName: 'photo.jpg', pages: 1, state: 'waiting', impressions: 0 }),
  ],
  leaving: false,
};
const done: PanelView = {
  screen: 'done',
  printer,
  jobs: [
    job({
      fileName: 'handout.pdf',
      pages: 3,
      state: 'completed',
      impressions: 3,
      captured: pence(15),
      reported: 'faint',
    }),
    job({
      pages: 3,
      state: 'partial',
      reason: 'aborted-by-printer',
      impressions: 2,
      captured: pence(10),
      returned: pence(5),
    }),
  ],
  captured: pence(25),
  returned: pence(5),
  available: pence(975),
  leavesAt: inSeconds(20),
};

const stalled = (reason: JobReason): PanelView => ({
  ...printing,
  printer: { ...printer, state: 'stopped', reasons: [reason] },
  jobs: [job({ state: 'stalled', reason })],
});

/** One view of each kind that a panel can show. */
export const storyViews: Record<string, PanelView> = {
  attract,
  lost: attract,
  offline: { ...attract, printer: { ...printer, online: false } },
  'attract-paper': { ...attract, printer: { ...printer, state: 'stopped', reasons: ['media-empty'] } },
  keypad,
  checking: { ...keypad, checking: true },
  wrong: { ...keypad, refused: { code: 'code.wrong' } },
  paused: { ...keypad, refused: { code: 'code.paused', retryAfterSeconds: 60 } },
  pairing,
  'pairing-asked': { screen: 'pairing', printer },
  'pairing-over': { screen: 'pairing', printer, refused: { code: 'pairing.ended' } },
  documents,
  empty: { ...documents, documents: [], processing: 0 },
  changed: { ...documents, refused: { code: 'quote.changed' } },
  idle: { ...documents, idleAt: inSeconds(12) },
  printing,
  'printing-many': {
    ...printing,
    jobs: [
      ...Array.from({ length: 7 }, () => job({ state: 'completed', impressions: 12, captured: pence(60) })),
      job({ fileName: 'the-one-that-prints-now.pdf' }),
    ],
  },
  'printing-long-name': {
    ...printing,
    jobs: [
      job({ fileName: longFileName, pages: 10, state: 'partial', reason: 'aborted-by-printer' }),
      job({}),
    ],
  },
  leaving: { ...printing, leaving: true },
  'long-name': {
    ...printing,
    printer: {
      ...printing.printer,
      name: 'Library, second floor',
      state: 'stopped',
      reasons: ['toner-empty'],
    },
  },
  ...Object.fromEntries(
    jobReasonNames.filter((name) => jobReasons[name].stops).map((name) => [name, stalled(name)]),
  ),
  done,
  'done-cancelled': {
    ...done,
    jobs: [
      ...done.jobs.slice(0, 1),
      job({ state: 'canceled', reason: 'canceled-by-person', impressions: 0, returned: pence(60) }),
    ],
    captured: pence(15),
    returned: pence(60),
  },
  'done-unsettled': {
    ...done,
    printer: { ...printer, online: false },
    jobs: [job({ pages: 3, state: 'partial', reason: 'aborted-by-printer', impressions: 2 })],
    captured: undefined,
    returned: pence(0),
    available: undefined,
  },
  'done-alone': { ...done, refused: { code: 'service.unavailable' } },
  'done-well': { ...done, jobs: done.jobs.slice(0, 1), captured: pence(15), returned: pence(0) },
};
