import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { AgentJob } from '@sixpence/contracts/agent/gateway';
import { pino } from 'pino';
import { Journal } from '../journal/journal.js';
import type { Answered } from '../link/frames.js';
import type { GatewayLink } from '../link/gateway-link.js';
import { aJob, aRelease } from '../testing/builders.js';
import { until } from '../testing/wait.js';
import { JobSource } from './job-source.js';
import { Releases } from './releases.js';

const staleMs = 60_000;
const limits = { staleMs, journalRefusesMs: 0, releaseWriteRetry: { firstMs: 1, mostMs: 2 } };
const available = { minor: 500, currency: 'GBP' } as const;

let journal: Journal;
let release: ReturnType<typeof aRelease>;
/** Core’s answer to the release. */
let answer: () => Answered<'release'>;
let releases: Releases;
let source: JobSource;
let isIdle: boolean;
let link: Pick<GatewayLink, 'askCore'>;
let logged: string[];
/** Settle requests for jobs outside the journal. */
let settled: unknown[];
/** Core’s answer to them. */
let settlement: object;

beforeEach(() => {
  journal = new Journal(':memory:');
  isIdle = false;
  release = aRelease();
  settled = [];
  settlement = { status: 'ok' };
  logged = [];
  link = {
    askCore: (name: string, body: unknown) => {
      if (name === 'settle') settled.push(body);
      return Promise.resolve().then(() => (name === 'settle' ? settlement : answer()));
    },
  } as unknown as Pick<GatewayLink, 'askCore'>;
  source = new JobSource(link, 'http://localhost:3000');
  releases = aReleases();
});
afterEach(() => {
  releases.stop();
  journal.close();
});

function aReleases(changes: Partial<typeof limits> = {}): Releases {
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  const parts = { journal, link, source, isIdle: () => isIdle, log };
  return new Releases({ ...parts, limits: { ...limits, ...changes } });
}

function answerHeld(...jobs: AgentJob[]): void {
  answer = () => ({ status: 'ok', body: { jobs, available } });
}

/** Stores a press of this age, and lets core answer it. @returns the jobs in the journal */
async function answerPress(agoMs = 0): Promise<string[]> {
  journal.releases.storeRelease({ ...release, askedAt: Date.now() - agoMs });
  return askAgain();
}

/** Asks core again. @returns the jobs in the journal */
async function askAgain(): Promise<string[]> {
  const heldEvent = new Promise((resolve) => releases.once('held', resolve));
  releases.recover();
  await heldEvent;
  return journal.jobs
    .ofRelease(release.question.releaseId)
    .map(({ step, ending }) => [step, ending?.outcome, ending?.reason].join(' ').trim());
}

test('held jobs are printed in the order of selection', async () => {
  const jobs = [aJob(release), aJob(release), aJob(release)];
  answerHeld(...jobs);
  expect(await answerPress()).toEqual(['ready', 'ready', 'ready']);
  expect(journal.jobs.openJobs(release.printerId).map(({ jobId }) => jobId)).toEqual(
    jobs.map(({ jobId }) => jobId),
  );
});

describe('the first job at an idle printer', () => {
  let fetched: string[];
  beforeEach(() => {
    isIdle = true;
    fetched = [];
    jest.spyOn(source, 'prefetchDocument').mockImplementation((jobId) => void fetched.push(jobId));
  });

  test('is written as begun together with its release, after its document is prefetched', async () => {
    const jobs = [aJob(release), aJob(release)];
    answerHeld(...jobs);
    const together = journal.together.bind(journal);
    let fetchedBefore: string[] = [];
    journal.together = (write) => {
      fetchedBefore = [...fetched];
      return together(write);
    };
    const heldEvent = new Promise((resolve) => releases.once('held', resolve));
    expect(await answerPress()).toEqual(['preflight', 'ready']);
    expect(fetchedBefore).toEqual([jobs[0]!.jobId]);
    expect(await heldEvent).toMatchObject({ begun: jobs[0]!.jobId });
  });

  test('is not begun, and its document not fetched, when the user left before core answered', async () => {
    answerHeld(aJob(release));
    journal.releases.storeRelease(release);
    releases.abandon(release.question.releaseId);
    const heldEvent = new Promise((resolve) => releases.once('held', resolve));
    releases.recover();
    expect(await heldEvent).toMatchObject({ begun: undefined });
    expect(fetched).toEqual([]);
  });

  test('does not have its document fetched when core refuses', async () => {
    answer = () => ({ status: 'refused', code: 'credits.insufficient', message: 'not enough' });
    await releases.press(release);
    expect(fetched).toEqual([]);
  });
});

test('an answer after the time limit prints nothing', async () => {
  answerHeld(aJob(release));
  expect(await answerPress(staleMs + 1_000)).toEqual(['ended never-began stalled-too-long']);
});

test('an answer after the user left prints nothing', async () => {
  answerHeld(aJob(release));
  answer = ((usual) => () => {
    releases.abandon(release.question.releaseId);
    return usual();
  })(answer);
  expect(await answerPress()).toEqual(['ended never-began canceled-by-person']);
});

test.each([
  ['another printer', { printerId: '6f0c1c1e-1111-4111-8111-000000000001' }],
  ['another release', { releaseId: '6f0c1c1e-1111-4111-8111-000000000002' }],
])('an answer with a job of %s is rejected as a whole, and core is asked again', async (_, changes) => {
  answerHeld(aJob(release), aJob(release, changes));
  const wrong = answer;
  const right = aJob(release);
  answer = () => {
    expect(journal.jobs.ofRelease(release.question.releaseId)).toEqual([]);
    answerHeld(right);
    return wrong();
  };
  await releases.press(release);
  expect(journal.jobs.ofRelease(release.question.releaseId)).toMatchObject([{ jobId: right.jobId }]);
});

test('core is asked again when its answer breaks the contract', async () => {
  const job = aJob(release);
  answer = () => {
    answerHeld(job);
    throw new TypeError('not what the contract promises');
  };
  expect(await releases.press(release)).toMatchObject({ status: 'ok' });
  expect(journal.jobs.openJobs(release.printerId)).toMatchObject([{ jobId: job.jobId }]);
  expect(logged.join()).toContain('The answer to a release could not be stored; the box asks core again');
  expect(logged.join()).toContain('Core holds the price of a release');
});

test('a screen that fails does not keep a release from being printed, and the log says so', async () => {
  const job = aJob(release);
  answerHeld(job);
  releases.on('held', () => {
    throw new Error('no screen');
  });
  expect(await releases.press(release)).toMatchObject({ status: 'ok' });
  expect(journal.jobs.openJobs(release.printerId)).toMatchObject([{ jobId: job.jobId }]);
  expect(logged.join()).toContain('The box could not show a release that core holds');
});

test('the journal emits a change for each job of a release, also for a job that is over already', async () => {
  const jobs = [aJob(release), aJob(release, { state: 'failed' })];
  answerHeld(...jobs);
  const changes: string[] = [];
  journal.jobs.on('changed', ({ jobId, step }) => changes.push(`${jobId} ${step}`));
  await releases.press(release);
  expect(changes).toEqual([`${jobs[0]!.jobId} ready`, `${jobs[1]!.jobId} ended`]);
});

test('a release that waits for core’s answer is not sent a second time when the link is up again', async () => {
  let questions = 0;
  let refuse: () => void = () => undefined;
  link.askCore = (() => {
    questions += 1;
    return new Promise((resolve) => {
      refuse = () => resolve({ status: 'refused', code: 'credits.insufficient', message: '' });
    });
  }) as unknown as typeof link.askCore;
  const pressed = releases.press(release);
  releases.recover();
  expect(questions).toBe(1);
  refuse();
  await pressed;
  expect(questions).toBe(1);
});

test('when the agent stops before core answers a release of an earlier run, the log says so', async () => {
  journal.releases.storeRelease(release);
  answer = () => {
    throw new Error('the agent is stopping');
  };
  releases.recover();
  releases.stop();
  await until(() => logged.some((line) => line.includes('stopped before it stored the answer to a release')));
});

describe('a release that core holds and the journal refuses', () => {
  let refuses: boolean;
  beforeEach(() => {
    refuses = true;
    const together = journal.together.bind(journal);
    jest.spyOn(journal, 'together').mockImplementation((write) => {
      if (refuses) throw new Error('database or disk is full');
      return together(write);
    });
  });

  test('is written when the disk accepts it, and prints', async () => {
    releases = aReleases({ journalRefusesMs: 60_000 });
    const job = aJob(release);
    let tries = 0;
    answer = () => {
      tries += 1;
      if (tries === 3) refuses = false;
      return { status: 'ok', body: { jobs: [job], available } };
    };
    expect(await releases.press(release)).toMatchObject({ status: 'ok' });
    expect(journal.jobs.openJobs(release.printerId)).toMatchObject([{ jobId: job.jobId }]);
  });

  test('has its document fetched once, however often the journal refuses the release', async () => {
    isIdle = true;
    const fetched = jest.spyOn(source, 'prefetchDocument').mockReturnValue();
    releases = aReleases({ journalRefusesMs: 60_000 });
    let tries = 0;
    const job = aJob(release);
    answer = () => {
      tries += 1;
      if (tries === 3) refuses = false;
      return { status: 'ok', body: { jobs: [job], available } };
    };
    await releases.press(release);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  test('is given back job by job, and the press is refused only after core has accepted that', async () => {
    const jobs = [aJob(release), aJob(release)];
    answerHeld(...jobs);
    expect(await releases.press(release)).toMatchObject({
      status: 'refused',
      code: 'service.unavailable',
    });
    const ending = { outcome: 'never-began', impressions: 0, reason: 'not-accepted' };
    expect(settled).toEqual(jobs.map(({ jobId }) => ({ jobId, ...ending })));
    expect(logged.join()).toContain('its jobs are given back unprinted');
    expect(logged.join()).not.toContain('Core refused to settle');
  });

  test('is given back with a line in the log for each job that core does not settle', async () => {
    const jobs = [aJob(release), aJob(release)];
    answerHeld(...jobs);
    settlement = { status: 'refused', code: 'job.unknown' };
    await releases.press(release);
    const lines = logged.filter((line) => line.includes('Core refused to settle a job that was given back'));
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject(
      jobs.map(({ jobId }) => ({ jobId, level: 50, code: 'job.unknown' })),
    );
  });

  test('is given back as cancelled by its user, when the user has left meanwhile', async () => {
    answerHeld(aJob(release));
    const usual = answer;
    answer = () => {
      releases.abandon(release.question.releaseId);
      return usual();
    };
    await releases.press(release);
    expect(settled).toMatchObject([{ outcome: 'never-began', reason: 'canceled-by-person' }]);
  });

  test('is given back, except for a job that core calls printing, whose ending is unknown', async () => {
    const jobs = [aJob(release, { state: 'printing' }), aJob(release)];
    answerHeld(...jobs);
    await releases.press(release);
    expect(settled).toMatchObject([
      { jobId: jobs[0]!.jobId, outcome: 'unknown' },
      { jobId: jobs[1]!.jobId, outcome: 'never-began' },
    ]);
  });

  test('is not printed when core is asked again after that', async () => {
    const job = aJob(release);
    answerHeld(job);
    await releases.press(release);
    refuses = false;
    answerHeld({ ...job, state: 'failed' });
    expect(await askAgain()).toEqual(['ended unknown unknown-outcome']);
  });
});

test('a press is in the journal before core is asked, and stays there until core has answered', async () => {
  let written = 0;
  answer = () => {
    written = journal.releases.unanswered().length;
    throw new Error('the answer was lost');
  };
  const pressed = releases.press(release);
  releases.stop();
  await expect(pressed).rejects.toThrow('the answer was lost');
  expect(written).toBe(1);
  expect(journal.releases.unanswered()).toHaveLength(1);
});

test('core is not asked again about a press that it refused', async () => {
  answer = () => ({ status: 'refused', code: 'credits.insufficient', message: 'not enough' });
  await releases.press(release);
  expect(journal.releases.unanswered()).toEqual([]);
});

test('a press that breaks the contract is not written, and recovery is not blocked', async () => {
  answerHeld();
  const [document] = release.question.documents;
  const documents = [document!, { ...document!, documentId: crypto.randomUUID() }].map((each) => ({
    ...each,
    copies: 99,
  }));
  await expect(releases.press({ ...release, question: { ...release.question, documents } })).rejects.toThrow(
    'At most 100 copies',
  );
  expect(journal.releases.unanswered()).toEqual([]);
  expect(() => releases.recover()).not.toThrow();
});
