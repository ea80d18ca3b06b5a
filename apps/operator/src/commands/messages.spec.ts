import { beforeEach, expect, jest, test } from '@jest/globals';
import { ArticleVotesService } from '@sixpence/core/help/articles/article-votes.service';
import { PrintReportList } from '@sixpence/core/jobs/views/print-report-list.query';
import { PrintReportsService } from '@sixpence/core/jobs/print-reports/print-reports.service';
import { ParkedService } from '@sixpence/core/platform/outbox/parked.service';
import { clearCalls, json, lines, runCommand, type StandIn } from '../testing/run-command.js';

const at = new Date('2026-11-23T10:00:00Z');
const message = {
  id: '7',
  parkedAt: at,
  subject: 'print.document.converted',
  tries: 5,
  error: 'too long',
  isWhole: true,
};
const report = {
  id: 'r',
  at,
  printer: 'Hall',
  site: 'Library',
  fault: 'streaks',
  jobId: 'j',
  impressions: 1,
  pages: 2,
  state: 'completed',
  closedWith: null as string | null,
};
const parked = {
  listParked: jest.fn(() => Promise.resolve([message, { ...message, id: '8', isWhole: false }])),
  retryMessage: jest.fn((_id: string) => Promise.resolve()),
  dropMessage: jest.fn((_id: string) => Promise.resolve(true)),
};
const list = {
  listReports: jest.fn((_which: object) => Promise.resolve([report, { ...report, closedWith: 'new drum' }])),
};
const reports = { closeReport: jest.fn((_id: string, _reason: string) => Promise.resolve()) };
const votes = {
  listVotes: jest.fn((_since?: string) => Promise.resolve([{ article: '/help/a', useful: 2, notUseful: 3 }])),
};
const standIns: StandIn[] = [
  [ParkedService, parked],
  [PrintReportList, list],
  [PrintReportsService, reports],
  [ArticleVotesService, votes],
];
beforeEach(() => {
  clearCalls(standIns);
});

test('parked messages are listed, and say whether they can be handled again', async () => {
  expect(await lines(['parked', 'list'], standIns)).toEqual([
    'Message\tParked\tFact\tTries\tError\tRetry',
    '7\t2026-11-23T10:00:00.000Z\tprint.document.converted\t5\ttoo long\tyes',
    '8\t2026-11-23T10:00:00.000Z\tprint.document.converted\t5\ttoo long\tno, it was cut',
  ]);
  parked.listParked.mockResolvedValueOnce([]);
  expect(await lines(['parked', 'list'], standIns)).toEqual(['No messages.']);
});

test('a parked message is handled again, or dropped', async () => {
  expect(await lines(['parked', 'retry', '7'], standIns)).toEqual(['It was handled.']);
  expect(await json(['parked', 'retry', '7'], standIns)).toEqual({ id: '7', handled: true });
  expect(parked.retryMessage.mock.calls).toEqual([['7'], ['7']]);
  expect(await lines(['parked', 'drop', '8'], standIns)).toEqual(['It was dropped.']);
  expect(await json(['parked', 'drop', '8'], standIns)).toEqual({ id: '8', dropped: true });
  expect(parked.dropMessage.mock.calls).toEqual([['8'], ['8']]);
});

test('an unknown message is neither handled nor dropped', async () => {
  parked.dropMessage.mockResolvedValueOnce(false);
  expect(await runCommand(['parked', 'drop', '9'], standIns)).toMatchObject({
    status: 1,
    stdout: '',
    closed: 1,
  });
  parked.retryMessage.mockRejectedValueOnce(new Error('There is no such message'));
  expect(await runCommand(['parked', 'retry', '9'], standIns)).toMatchObject({
    status: 1,
    stdout: '',
    stderr: 'There is no such message\n',
    closed: 1,
  });
});

test('reports of faults are listed: the open ones, or all', async () => {
  const row = 'r\t2026-11-23T10:00:00.000Z\tHall, Library\tstreaks\tj\t1 of 2 (completed)';
  expect(await lines(['reports', 'list'], standIns)).toEqual([
    'Report\tAt\tPrinter\tWrong\tJob\tCounted\tClosed',
    `${row}\t`,
    `${row}\tnew drum`,
  ]);
  list.listReports.mockResolvedValueOnce([]);
  expect(await lines(['reports', 'list', '--all'], standIns)).toEqual(['No reports.']);
  expect(list.listReports.mock.calls).toEqual([[{ includeClosed: false }], [{ includeClosed: true }]]);
});

test('a report is closed with its reason', async () => {
  expect(await lines(['reports', 'close', 'r', '--reason', 'new drum'], standIns)).toEqual(['Closed r.']);
  expect(await json(['reports', 'close', 'r', '--reason', 'new drum'], standIns)).toEqual({ report: 'r' });
  expect(reports.closeReport.mock.calls).toEqual([
    ['r', 'new drum'],
    ['r', 'new drum'],
  ]);
});

test('votes on articles are listed, from a day on', async () => {
  const shown = ['Article\tUseful\tNot useful', '/help/a\t2\t3'];
  expect(await lines(['articles', 'votes'], standIns)).toEqual(shown);
  expect(await lines(['articles', 'votes', '--since', '2026-11-23'], standIns)).toEqual(shown);
  expect(votes.listVotes.mock.calls).toEqual([[undefined], ['2026-11-23']]);
  votes.listVotes.mockResolvedValueOnce([]);
  expect(await lines(['articles', 'votes'], standIns)).toEqual([
    'No reader has said yet whether an article was useful.',
  ]);
});

test.each(['2026-02-30', '2026-11', '2026-11-23T', '23.11.2026', ''])(
  'votes since %j are a usage error',
  async (since) => {
    const answer = await runCommand(['articles', 'votes', '--since', since], standIns);
    expect(answer).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--since takes a day such as 2026-11-23'),
    });
    expect(votes.listVotes).not.toHaveBeenCalled();
  },
);
