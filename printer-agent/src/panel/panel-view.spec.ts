import { expect, test } from '@jest/globals';
import type { PrinterReport } from '@sixpence/contracts/agent/gateway';
import type { JobRecord } from '../job/job-record.js';
import type { JobStep } from '../job/job-step.js';
import { panelView } from './panel-view.js';

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

function shownState(report: PrinterReport, step: JobStep): string {
  const job = { jobId: 'job', pages: 3, step, impressions: 0, settlement: null, ending: null } as JobRecord;
  const state = { screen: 'printing', person: null, releaseId: 'release', leaving: false } as const;
  const around = { name: 'Hall', report, online: true, site: '', publicUrl: 'http://localhost', leavesAt: 0 };
  return panelView(state, {
    ...around,
    jobs: [job],
    nameOf: () => ({ fileName: 'a.pdf' }),
    pictureName: () => undefined,
    reported: () => undefined,
  }).printer.state;
}

test.each([
  ['ready', 'idle'],
  ['created', 'idle'],
  ['sent', 'processing'],
  ['printing', 'processing'],
  ['ended', 'idle'],
] as const)('with a job that is %s, a printer that was last seen idle is shown as %s', (step, shown) => {
  expect(shownState(idle, step)).toBe(shown);
});

test('a printer that says worse of itself is believed', () => {
  expect(shownState({ ...idle, state: 'stopped' }, 'printing')).toBe('stopped');
});
