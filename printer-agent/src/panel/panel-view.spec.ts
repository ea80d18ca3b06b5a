import { expect, test } from '@jest/globals';
import type { PrinterReport } from '@sixpence/contracts/agent/gateway';
import type { JobRecord } from '../job/job-record.js';
import type { JobStep } from '../job/job-step.js';
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

function shownState(report: PrinterReport, step: JobStep): string {
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
  expect(shownState(idle, step)).toBe(shown);
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
  expect(shownState({ ...idle, state: 'stopped' }, 'printing')).toBe('stopped');
});
