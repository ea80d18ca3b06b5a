import { beforeEach, describe, expect, test } from '@jest/globals';
import type { PrinterJob } from '../ipp/client.js';
import { IppError, ippErrorKinds } from '../ipp/errors.js';
import { ScriptedPrinter } from '../ipp/testing/scripted-printer.js';
import { lookForJob, withdrawJob } from './printer-operations.js';

let printer: ScriptedPrinter;
let ours: PrinterJob;

beforeEach(async () => {
  printer = new ScriptedPrinter();
  ours = await printer.createJob({
    jobName: 'our-job',
    format: 'application/pdf',
    side: '1-Sided',
    isColor: false,
  });
});

/** Changes the job at the printer. */
function changeJob(changes: Partial<PrinterJob>): void {
  Object.assign(printer.jobs[0]!, changes);
}

describe('a job that is looked for', () => {
  const side = { jobId: 1, jobUri: '', printerUpTime: 100 };
  const look = (jobUuid = ours.jobUuid) =>
    lookForJob(printer, { jobId: 'our-job', printerSide: { ...side, jobUuid } });

  test('is found by its job-id', async () => {
    expect(await look()).toMatchObject({ jobId: 1, jobUuid: ours.jobUuid });
  });

  test('is found by its name and uuid when the printer gave it another job-id', async () => {
    changeJob({ jobId: 12 });
    expect(await look()).toMatchObject({ jobId: 12, jobUuid: ours.jobUuid });
  });

  test('is gone when its job-id belongs to another job now', async () => {
    changeJob({ jobUuid: 'urn:uuid:other', name: 'other-job' });
    expect(await look()).toBe('gone');
  });

  test('is gone when only an earlier try exists, with its name but another uuid', async () => {
    changeJob({ jobId: 12, jobUuid: 'urn:uuid:earlier', state: 9 });
    expect(await look()).toBe('gone');
  });

  test('is gone when its name matches but no uuid confirms it', async () => {
    changeJob({ jobId: 12, jobUuid: null });
    expect(await look(null)).toBe('gone');
  });

  test.each([
    ['is found at a printer that runs on', 100, { jobId: 1, printerUpTime: 100 }],
    ['is gone at a printer that has restarted', 99, 'gone'],
    ['is found at a printer that does not tell its up-time', 0, { jobId: 1 }],
  ] as const)('with its name cut off %s', async (_, upTimeSeconds, found) => {
    const whole = { jobId: 'our-job-and-more', printerSide: { ...side, jobUuid: null } };
    changeJob({ jobUuid: null, name: 'our-job-' });
    printer.getAttributes = () => Promise.resolve({ ...printer.attributes(), upTimeSeconds });
    const seen = await lookForJob(printer, whole);
    if (found === 'gone') expect(seen).toBe('gone');
    else expect(seen).toMatchObject(found);
  });

  test('with its name cut off is not called gone when the printer does not report its up-time', async () => {
    changeJob({ jobUuid: null, name: 'our-job-' });
    printer.getAttributes = () => Promise.reject(new IppError('timeout', 'no answer'));
    const whole = { jobId: 'our-job-and-more', printerSide: { ...side, jobUuid: null } };
    expect(await lookForJob(printer, whole)).toBe('silent');
  });

  test('is gone when the printer knows nothing of it', async () => {
    printer.restart();
    expect(await look()).toBe('gone');
  });

  const unclearKinds = ippErrorKinds.filter((kind) => kind !== 'not-found');
  test.each(unclearKinds)('is not called gone when the printer gives no clear answer (%s)', async (kind) => {
    printer.restart();
    printer.faults = [{ operation: 'getJob', when: 'before', kind }];
    expect(await look()).toBe('silent');
    printer.faults = [{ operation: 'findJob', when: 'before', kind }];
    expect(await look()).toBe('silent');
  });
});

describe('a job that is withdrawn', () => {
  const withdraw = (deadline = Infinity, changes: Partial<Parameters<typeof withdrawJob>[2]> = {}) =>
    withdrawJob(printer, ours, {
      ...{ counting: 'impressions', isUnsent: false, deadline, pause: () => Promise.resolve() },
      ...changes,
    });

  /** Makes the printer do this instead of cancelling the job. */
  function insteadOfCanceling(act: () => void): void {
    printer.cancelJob = () => {
      act();
      return Promise.resolve();
    };
  }

  test('never prints once the printer has cancelled it', async () => {
    expect(await withdraw()).toBe(true);
    expect(printer.jobs[0]?.state).toBe(7);
  });

  test('never prints once the printer has forgotten it', async () => {
    insteadOfCanceling(() => printer.restart());
    expect(await withdraw()).toBe(true);
  });

  test.each([
    ['completed all the same', { state: 9 }],
    ['cancelled after a page came out', { state: 7, impressionsCompleted: 1 }],
    ['aborted after a page came out', { state: 8, impressionsCompleted: 1 }],
  ] as const)('may have printed when it was %s', async (_, end) => {
    insteadOfCanceling(() => changeJob(end));
    expect(await withdraw()).toBe(false);
  });

  test.each([
    ['is under way', () => changeJob({ state: 5 })],
    ['cannot be polled', () => printer.faults.push({ operation: 'getJob', when: 'before', kind: 'timeout' })],
  ])('may print for as long as it %s', async (_, act) => {
    insteadOfCanceling(act);
    expect(await withdraw(0)).toBe(false);
  });

  test('is waited for until the printer has stopped it', async () => {
    let cancels = 0;
    insteadOfCanceling(() => {
      cancels += 1;
      if (cancels === 3) changeJob({ state: 7 });
    });
    expect(await withdraw()).toBe(true);
  });

  test('may have printed when the printer forgot it without accepting the Cancel-Job', async () => {
    printer.cancelJob = () => {
      printer.restart();
      return Promise.reject(new IppError('not-found', 'no such job'));
    };
    expect(await withdraw()).toBe(false);
  });

  test('may have printed when the printer began after Cancel-Job, and counts nothing', async () => {
    let looks = 0;
    insteadOfCanceling(() => changeJob({ state: 5 }));
    printer.getJob = () => Promise.resolve({ ...printer.jobs[0]!, state: (looks += 1) === 1 ? 5 : 7 });
    expect(await withdraw(Infinity, { counting: 'none' })).toBe(false);
    looks = 0;
    expect(await withdraw(Infinity, { counting: 'none', isUnsent: true })).toBe(true);
  });

  test('never prints once its job-id belongs to another job, which is not cancelled', async () => {
    let cancels = 0;
    insteadOfCanceling(() => {
      cancels += 1;
      const another = { jobUuid: 'urn:uuid:another', name: 'another-job', state: 5 } as const;
      changeJob(cancels < 3 ? another : { state: 7 });
    });
    expect(await withdraw()).toBe(true);
    expect(cancels).toBe(1);
  });
});
