import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { JobBook } from './journal/job-book.js';
import { Journal } from './journal/journal.js';
import { SiteBook } from './journal/site-book.js';
import { aJob } from './testing/builders.js';
import { PanelPage } from './testing/panel-page.js';
import { code, TestBox } from './testing/test-box.js';
import { until } from './testing/wait.js';

let box: TestBox;
beforeEach(async () => {
  box = await TestBox.start();
});
afterEach(() => box.stop());

describe('the agent, from the first touch to the payment', () => {
  test('prints the chosen documents and shows their cost', async () => {
    await box.logIn();
    box.page.press({ action: 'print', documentIds: box.documentIds() });
    const done = await box.page.shows('done');
    expect(done).toMatchObject({
      jobs: [{ fileName: 'thesis.pdf', state: 'completed', impressions: 3 }],
      captured: { minor: 15 },
      returned: { minor: 0 },
      available: { minor: 985 },
    });
    expect(box.printer.printed).toEqual([box.jobs[0]?.jobId]);
    expect(box.core.questions.find(({ name }) => name === 'release')?.body).toMatchObject({
      panelSessionId: box.listing.panelSessionId,
      documents: [{ documentId: box.listing.documents[0]?.documentId, quotedMinor: 15 }],
    });
    box.page.press({ action: 'more' });
    await box.page.shows('documents');
    box.page.press({ action: 'home' });
    await box.page.shows('attract');
    await until(() => box.core.names().includes('end-session'));
  });

  test('asks the printer for its consent while core still places the hold', async () => {
    box.core.script.release = () => 'silence';
    await box.logIn();
    box.page.press({ action: 'print', documentIds: box.documentIds() });
    await until(() => box.printer.calls.includes('validateJob'));
    expect(box.printer.jobs).toEqual([]);
  });

  test('gives the waiting copies back at Home, and finishes the one that prints', async () => {
    box.core.script.release = (question) => {
      box.jobs = [1, 2].map(() => aJob({ printerId: box.hall.id, question }));
      return { status: 'ok', body: { jobs: box.jobs, available: { minor: 970, currency: 'GBP' } } };
    };
    box.printer.stuckAt = 2;
    await box.logIn();
    box.page.press({ action: 'print', documentIds: box.documentIds() });
    await box.page.shows('printing', (view) => view.jobs[0]?.impressions === 1);
    box.page.press({ action: 'home' });
    await box.page.shows('printing', (view) => view.jobs[1]?.state === 'canceled');
    box.printer.stuckAt = undefined;
    await box.page.shows('done', (view) => view.jobs[0]?.state === 'completed');
    expect(box.printer.printed).toEqual([box.jobs[0]?.jobId]);
  });

  test('asks core for the chosen copies, and shows each by its number', async () => {
    box.core.script.release = (question) => {
      box.jobs = [1, 2, 3].map((number) =>
        aJob({ printerId: box.hall.id, question }, { copy: { number, of: 3 } }),
      );
      return { status: 'ok', body: { jobs: box.jobs, available: { minor: 955, currency: 'GBP' } } };
    };
    await box.logIn();
    const [id = ''] = box.documentIds();
    box.page.press({ action: 'print', documentIds: [id], copies: { [id]: 3 } });
    const done = await box.page.shows('done');
    expect(box.core.questions.find(({ name }) => name === 'release')?.body).toMatchObject({
      documents: [{ documentId: id, quotedMinor: 15, copies: 3 }],
    });
    expect(done.jobs.map(({ copy, state }) => [copy?.number, state])).toEqual([
      [1, 'completed'],
      [2, 'completed'],
      [3, 'completed'],
    ]);
    expect(box.printer.printed).toEqual(box.jobs.map(({ jobId }) => jobId));
  });

  test('shows the report of a bad print at once, and sends it until core has answered, also after a restart', async () => {
    box.core.script['print-report'] = () => 'silence';
    const sentReports = () =>
      box.core.questions.filter(({ name }) => name === 'print-report').map(({ body }) => body);
    await box.logIn();
    box.page.press({ action: 'print', documentIds: box.documentIds() });
    const { jobId } = (await box.page.shows('done')).jobs[0]!;
    box.page.press({ action: 'report', jobId: randomUUID(), fault: 'faint' });
    box.page.press({ action: 'report', jobId, fault: 'faint' });
    box.page.press({ action: 'report', jobId, fault: 'faint' });
    await box.page.shows('done', (view) => view.jobs[0]?.reported === 'faint');
    await until(() => sentReports().length > 0);
    const [report] = sentReports();
    expect(report).toEqual({ reportId: expect.any(String), jobId, fault: 'faint' });
    await box.stopAgent();
    box.core.questions.length = 0;
    box.core.script['print-report'] = () => ({ status: 'ok', body: {} });
    await box.startAgent();
    await until(() => sentReports().length > 0);
    expect(sentReports()).toEqual([report]);
    await box.stopAgent();
    box.core.questions.length = 0;
    await box.startAgent();
    expect(sentReports()).toEqual([]);
  });

  test.each([
    ['has ended by Home', true],
    ['was ended by core', false],
  ])('Print more leads to the keypad when the session %s', async (_, byHome) => {
    box.printer.stuckAt = 2;
    await box.logIn();
    box.page.press({ action: 'print', documentIds: box.documentIds() });
    await box.page.shows('printing', (view) => view.jobs[0]?.impressions === 1);
    if (byHome) box.page.press({ action: 'home' });
    else box.core.script.list = () => ({ status: 'refused', code: 'panel-session.ended', message: 'ended' });
    box.printer.stuckAt = undefined;
    await box.page.shows('done');
    box.page.press({ action: 'more' });
    expect((await box.page.shows('keypad')).refused).toEqual({ code: 'panel-session.ended' });
  });

  test('shows on the keypad that a code is wrong; a malformed code is not sent to core', async () => {
    await box.page.shows('attract', (view) => view.printer.online);
    box.page.press({ action: 'begin' });
    box.page.press({ action: 'login', code: '12345' });
    await box.page.shows('keypad', (view) => view.refused?.code === 'code.malformed');
    box.page.press({ action: 'login', code: '111 111' });
    await box.page.shows('keypad', (view) => view.refused?.code === 'code.wrong');
    expect(box.core.names().filter((name) => name === 'redeem')).toHaveLength(1);
  });

  test('after a refused PRINT the documents are listed again and stay on the screen', async () => {
    box.core.script.release = () => ({ status: 'refused', code: 'quote.changed', message: 'changed' });
    await box.logIn();
    box.page.press({ action: 'print', documentIds: box.documentIds() });
    await box.page.shows('documents', (view) => view.refused?.code === 'quote.changed' && !view.releasing);
    await until(() => box.core.names().includes('list'));
  });

  test('a restarted agent resumes the job, finishes it once, and asks for the file name', async () => {
    box.printer.stuckAt = 2;
    await box.logIn();
    box.page.press({ action: 'print', documentIds: box.documentIds() });
    await box.page.shows('printing', (view) => view.jobs[0]?.impressions === 1);
    await box.stopAgent();
    box.core.questions.length = 0;
    await box.startAgent();
    await box.page.shows('printing', (view) => view.jobs[0]?.fileName === 'thesis.pdf');
    box.printer.stuckAt = undefined;
    const done = await box.page.shows('done');
    expect(done.jobs).toMatchObject([{ state: 'completed', impressions: 3 }]);
    expect(box.printer.printed).toHaveLength(1);
    expect(box.core.names()).toContain('redeemed');
    expect(box.core.enrolments).toBe(1);
  });

  test('a restarted agent asks core again to settle a job with an unknown end', async () => {
    const usualAnswer = box.core.script.settle!;
    box.core.script.settle = async (question) => {
      const answer = await usualAnswer(question);
      if (answer === 'silence' || answer.status !== 'ok') return answer;
      return { ...answer, body: { ...answer.body, state: 'checking' } };
    };
    box.printer.stuckAt = 2;
    await box.logIn();
    box.page.press({ action: 'print', documentIds: box.documentIds() });
    await box.page.shows('printing', (view) => view.jobs[0]?.impressions === 1);
    box.printer.restart();
    await box.page.shows('done', (view) => view.jobs[0]?.state === 'checking');
    await box.stopAgent();
    box.core.questions.length = 0;
    box.core.script.settle = usualAnswer;
    await box.startAgent();
    const settlements = () =>
      box.core.questions.filter(({ name }) => name === 'settle').map(({ body }) => body);
    await until(() => settlements().length > 0);
    expect(settlements()).toEqual([expect.objectContaining({ outcome: 'unknown', impressions: 1 })]);
  });

  test('jobs of core’s welcome that the journal does not know are reported to core as unknown', async () => {
    const lost = aJob({ printerId: box.hall.id, question: { releaseId: randomUUID() } });
    box.core.script['unknown-jobs'] = () => ({ status: 'ok', body: {} });
    box.core.openJobs = [lost];
    await box.stopAgent();
    await box.startAgent();
    await until(() => box.core.names().includes('unknown-jobs'));
    expect(box.core.questions.find(({ name }) => name === 'unknown-jobs')?.body).toEqual({
      jobIds: [lost.jobId],
    });
  });

  test('every five seconds the journal retries its writes; every hour it removes old rows', async () => {
    await box.stopAgent();
    const catchUp = jest.spyOn(JobBook.prototype, 'catchUp');
    const prune = jest.spyOn(Journal.prototype, 'prune');
    jest.useFakeTimers({
      doNotFake: [
        'Date',
        'hrtime',
        'nextTick',
        'performance',
        'queueMicrotask',
        'setImmediate',
        'setTimeout',
      ],
    });
    await box.startAgent();
    jest.advanceTimersByTime(4_999);
    expect(catchUp).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(catchUp).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(60 * 60 * 1_000 - 5_001);
    expect(prune).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    const [[before] = []] = prune.mock.calls;
    jest.useRealTimers();
    const weekMs = 7 * 24 * 60 * 60 * 1_000;
    expect(Math.abs(Date.now() - weekMs - before!)).toBeLessThan(weekMs / 2);
    expect(prune).toHaveBeenCalledTimes(1);
  });

  test('a restarted agent returns to the documents of the current user', async () => {
    await box.logIn();
    await box.stopAgent();
    box.core.questions.length = 0;
    await box.startAgent();
    const { documents } = await box.page.shows('documents', (view) => view.documents.length > 0);
    expect(documents).toEqual(box.listing.documents);
  });

  test('while core is away the panel shows that, and a refused PRINT holds no price', async () => {
    await box.logIn();
    await box.core.stop();
    await box.page.shows('documents', (view) => !view.printer.online);
    box.page.press({ action: 'print', documentIds: box.documentIds() });
    await box.page.shows('documents', (view) => view.refused?.code === 'service.unavailable');
    expect(box.core.names()).not.toContain('release');
    await box.core.start();
  });

  test('two open panel pages of one printer show the same', async () => {
    const other = await PanelPage.open(box.agent.port, 'hall');
    await box.logIn();
    const [here, there] = [await box.page.shows('documents'), await other.shows('documents')];
    expect(there.documents).toEqual(here.documents);
    other.close();
  });

  test('a restarted agent asks core again about a release whose answer was lost', async () => {
    const usualAnswer = box.core.script.release!;
    box.core.script.release = () => 'silence';
    await box.logIn();
    box.page.press({ action: 'print', documentIds: box.documentIds() });
    await until(() => box.core.names().includes('release'));
    await box.stopAgent();
    box.core.script.release = usualAnswer;
    await box.startAgent();
    await until(() => box.printer.printed.length === 1);
    expect(box.printer.printed).toEqual([box.jobs[0]?.jobId]);
  });

  test('a printer is reported to core again when the link is up again', async () => {
    box.core.questions.length = 0;
    box.core.cut();
    await until(() => box.core.names().includes('printer'));
    expect(box.core.questions.find(({ name }) => name === 'printer')?.body).toMatchObject({
      printerId: box.hall.id,
      state: 'idle',
    });
  });

  test('a welcome with the known facts is not written to the journal, and one with other facts is', async () => {
    const stored = jest.spyOn(SiteBook.prototype, 'storeSite');
    const welcomes = () => box.core.hellos.length;
    const reconnect = async () => {
      const before = welcomes();
      box.core.cut();
      await until(() => welcomes() > before);
      await box.page.shows('attract', (view) => view.printer.online);
    };
    await box.page.shows('attract', (view) => view.printer.online);
    await reconnect();
    await reconnect();
    expect(stored).not.toHaveBeenCalled();
    box.core.printers = [{ ...box.hall, name: 'Garden' }];
    await reconnect();
    await box.page.shows('attract', (view) => view.printer.name === 'Garden');
    expect(stored).toHaveBeenCalledTimes(1);
  });

  test('a list of printers that cannot be applied is a line in the log, and the next one is applied', async () => {
    const broken = { ...box.hall, id: randomUUID(), slug: 'attic', uri: 'ftp://attic' };
    const notice = (printers: (typeof box.hall)[]) =>
      box.core.send({ type: 'notice', notice: { name: 'printers', printers } });
    notice([box.hall, broken]);
    await until(() => box.logged.some((line) => line.includes('could not apply the list of printers')));
    notice([{ ...box.hall, name: 'Garden' }]);
    await box.page.shows('attract', (view) => view.printer.name === 'Garden');
  });

  test('a box is idle while no printer has an open job', async () => {
    expect(box.agent.isIdle).toBe(true);
    box.printer.stuckAt = 2;
    await box.logIn();
    box.page.press({ action: 'print', documentIds: box.documentIds() });
    await box.page.shows('printing', (view) => view.jobs[0]?.impressions === 1);
    expect(box.agent.isIdle).toBe(false);
    box.printer.stuckAt = undefined;
    await box.page.shows('done');
    await until(() => box.agent.isIdle);
  });

  test('log and data folder contain no code, file name, or document address', async () => {
    await box.logIn();
    box.page.press({ action: 'print', documentIds: box.documentIds() });
    await box.page.shows('done');
    for (const text of [...box.storedTexts(), ...box.logged]) {
      expect(text).not.toContain(code);
      expect(text).not.toContain('thesis');
      expect(text).not.toContain('token=');
    }
  });
});
