import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { AgentJob } from '@sixpence/contracts/agent/gateway';
import type { Answered } from '../link/frames.js';
import type { GatewayLink } from '../link/gateway-link.js';
import { Unanswered } from '../link/questions.js';
import { aJob, aRelease } from '../testing/builders.js';
import { ScriptedCore } from '../testing/scripted-core.js';
import { until } from '../testing/wait.js';
import { AlreadyBegun, DocumentUnavailable, JobSource, type OpenDocument } from './job-source.js';

let core: ScriptedCore;
let job: AgentJob;
let source: JobSource;
/** Core’s answer about the state of the job. */
let jobAnswer: () => Answered<'job'>;

beforeEach(async () => {
  core = new ScriptedCore();
  await core.start();
  job = aJob(aRelease());
  jobAnswer = () => ({ status: 'ok', body: job });
  const link = { askCore: () => Promise.resolve().then(() => jobAnswer()) } as unknown as Pick<
    GatewayLink,
    'askCore'
  >;
  source = new JobSource(link, core.url);
});
afterEach(() => core.stop());

async function bytesOf(opened: OpenDocument | 'over'): Promise<string> {
  if (opened === 'over') return 'over';
  const pieces: Buffer[] = [];
  for await (const piece of opened.stream as AsyncIterable<Buffer>) pieces.push(piece);
  expect(Buffer.concat(pieces)).toHaveLength(opened.byteLength);
  return Buffer.concat(pieces).toString();
}

test('the document of a job comes from core', async () => {
  source.remember(job);
  expect(await bytesOf(await source.openDocument(job.jobId))).toBe(core.document.toString());
});

test('the start of a hold is computed from its age at core', async () => {
  source.remember(job);
  expect(source.heldAt(job.jobId)).toBeUndefined();
  jobAnswer = () => ({ status: 'ok', body: { ...job, ageSeconds: 7_200 } });
  await source.openDocument(job.jobId);
  await source.openDocument(job.jobId);
  const ageMs = Date.now() - source.heldAt(job.jobId)!;
  expect(ageMs).toBeGreaterThan(7_190_000);
  expect(ageMs).toBeLessThan(9_000_000);
});

test('a prefetched document is handed over once; the next time core is asked', async () => {
  let questions = 0;
  jobAnswer = () => {
    questions += 1;
    return { status: 'ok', body: job };
  };
  source.remember(job);
  source.prefetchDocument(job.jobId);
  expect(await bytesOf(await source.openDocument(job.jobId))).toBe(core.document.toString());
  expect(questions).toBe(0);
  expect(await bytesOf(await source.openDocument(job.jobId))).toBe(core.document.toString());
  expect(questions).toBe(1);
});

test('a failed prefetch is repeated by the job that needs the document', async () => {
  source.remember({ ...job, documentPath: '//127.0.0.1:9/document' });
  source.prefetchDocument(job.jobId);
  await expect(source.openDocument(job.jobId)).rejects.toThrow();
  expect(await bytesOf(await source.openDocument(job.jobId))).toBe(core.document.toString());
});

test('a prefetched document that was taken is not dropped later', async () => {
  const link = { askCore: () => Promise.resolve().then(() => jobAnswer()) } as unknown as Pick<
    GatewayLink,
    'askCore'
  >;
  const impatient = new JobSource(link, core.url, 1);
  core.document = Buffer.alloc(4_000_000, 'a');
  impatient.remember(job);
  impatient.prefetchDocument(job.jobId);
  const opened = await impatient.openDocument(job.jobId);
  await sleep(20);
  expect(await bytesOf(opened)).toHaveLength(4_000_000);
});

test('two jobs have separate prefetched documents', async () => {
  const other = aJob(aRelease(), { documentPath: '/other' });
  core.pictures.set('/other', Buffer.from('the other one'));
  for (const each of [job, other]) source.remember(each);
  for (const each of [job, other]) source.prefetchDocument(each.jobId);
  expect(await bytesOf(await source.openDocument(other.jobId))).toBe('the other one');
  expect(await bytesOf(await source.openDocument(job.jobId))).toBe(core.document.toString());
});

test('five hundred jobs are remembered; above that the oldest are forgotten with their names and addresses', async () => {
  const jobs = Array.from({ length: 502 }, (_, index) =>
    aJob(aRelease(), { fileName: `${index}.pdf`, ageSeconds: 1 }),
  );
  for (const each of jobs) source.remember(each);
  const names = jobs.map(({ jobId }) => source.nameOf(jobId)?.fileName);
  expect(names.slice(0, 3)).toEqual([undefined, undefined, '2.pdf']);
  expect(names.filter((name) => name !== undefined)).toHaveLength(500);
  expect(jobs.filter(({ jobId }) => source.heldAt(jobId) !== undefined)).toHaveLength(500);
  jobAnswer = () => ({ status: 'refused', code: 'job.unknown', message: '' });
  expect(await source.openDocument(jobs[1]!.jobId)).toBe('over');
  expect(await bytesOf(await source.openDocument(jobs[2]!.jobId))).toBe(core.document.toString());
});

test('a job with a known name is not asked for again', async () => {
  let questions = 0;
  jobAnswer = () => {
    questions += 1;
    return { status: 'ok', body: job };
  };
  await source.recall(job.jobId);
  await source.recall(job.jobId);
  expect(source.nameOf(job.jobId)).toMatchObject({ fileName: job.fileName });
  expect(questions).toBe(1);
});

test('a defect in the request for a job is not treated as an unreachable core', async () => {
  jobAnswer = () => {
    throw new RangeError('Too large a question');
  };
  await expect(source.openDocument(job.jobId)).rejects.toThrow(RangeError);
});

test('a prefetched document that is not taken is dropped', async () => {
  const link = { askCore: () => Promise.resolve().then(() => jobAnswer()) } as unknown as Pick<
    GatewayLink,
    'askCore'
  >;
  const impatient = new JobSource(link, core.url, 1);
  // More than the buffers of a connection take, so that the drop cuts the download off.
  core.document = Buffer.alloc(64_000_000);
  impatient.remember(job);
  impatient.prefetchDocument(job.jobId);
  await until(() => core.abortedDownloads > 0);
});

test('a document that is cut off before it is read fails its reader, and not the agent', async () => {
  core.mostSentBytes = 5;
  source.remember(job);
  const opened = await source.openDocument(job.jobId);
  if (opened === 'over') throw new Error('The job is open');
  core.cutDocuments();
  await until(() => opened.stream.destroyed);
  await expect(bytesOf(opened)).rejects.toThrow('terminated');
});

describe('before a document is opened a second time', () => {
  beforeEach(async () => {
    source.remember(job);
    await bytesOf(await source.openDocument(job.jobId));
  });

  test.each(['held', 'stalled'] as const)('core gives its address, for a job that is %s', async (state) => {
    job = { ...job, state };
    expect(await bytesOf(await source.openDocument(job.jobId))).toBe(core.document.toString());
  });

  test.each(['completed', 'partial', 'canceled', 'failed'] as const)(
    'core says that no money is held for a job that is %s',
    async (state) => {
      job = { ...job, state };
      expect(await source.openDocument(job.jobId)).toBe('over');
    },
  );

  test.each([
    ['is printing', { state: 'printing' }],
    ['stands still after a page', { state: 'stalled', impressions: 1 }],
    ['waits to be checked', { state: 'checking' }],
  ] as [string, Partial<AgentJob>][])(
    'core says that the job %s: its document is not handed over again',
    async (_, changes) => {
      jobAnswer = () => ({ status: 'ok', body: { ...job, ...changes } });
      await expect(source.openDocument(job.jobId)).rejects.toThrow(AlreadyBegun);
    },
  );

  test('core says that there is no such job', async () => {
    jobAnswer = () => ({ status: 'refused', code: 'job.unknown', message: 'unknown' });
    expect(await source.openDocument(job.jobId)).toBe('over');
  });

  test.each([
    ['does not answer', () => Promise.reject(new Unanswered('core is away'))],
    ['refuses to say', () => ({ status: 'refused', code: 'service.unavailable', message: 'busy' })],
  ])('a core that %s makes the document unavailable until the next try', async (_, answer) => {
    jobAnswer = answer as typeof jobAnswer;
    await expect(source.openDocument(job.jobId)).rejects.toThrow(DocumentUnavailable);
  });
});

test('a document address outside core is refused', async () => {
  source.remember({ ...job, documentPath: 'http://127.0.0.1:9/document' });
  await expect(source.openDocument(job.jobId)).rejects.toThrow('A document lies outside core');
});

test('an empty document is refused', async () => {
  core.document = Buffer.alloc(0);
  source.remember(job);
  await expect(source.openDocument(job.jobId)).rejects.toThrow(DocumentUnavailable);
});

describe('the request for a document', () => {
  const limitBytes = 500 * 1024 * 1024;
  let requests: { address: string; init: RequestInit }[];
  let answer: () => Promise<Response>;

  beforeEach(() => {
    requests = [];
    jest.spyOn(globalThis, 'fetch').mockImplementation((address, init = {}) => {
      requests.push({ address: (address as URL).href, init });
      return answer();
    });
    source.remember(job);
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const answering = (status: number, byteLength: number) => () =>
    Promise.resolve(new Response('the pages', { status, headers: { 'content-length': `${byteLength}` } }));

  test('follows no redirect, and is given up when core does not answer within five seconds', async () => {
    jest.useFakeTimers();
    answer = () => new Promise(() => undefined);
    void source.openDocument(job.jobId);
    await jest.advanceTimersByTimeAsync(4_999);
    const [{ address, init } = { address: '', init: {} }] = requests;
    expect([address, init.redirect]).toEqual([core.url + job.documentPath, 'error']);
    expect(init.signal?.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(init.signal?.aborted).toBe(true);
  });

  test.each([
    ['answered', answering(200, 9)],
    ['refused', answering(503, 9)],
  ])('has no deadline any more once core has %s, however long the document takes', async (_, coreAnswer) => {
    jest.useFakeTimers();
    answer = coreAnswer;
    await source.openDocument(job.jobId).catch(() => undefined);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(requests[0]?.init.signal?.aborted).toBe(false);
  });

  test.each([
    [1, true],
    [limitBytes, true],
    [limitBytes + 1, false],
    [0, false],
    [-1, false],
  ])('takes a document of %i bytes: %j', async (byteLength, isTaken) => {
    answer = answering(200, byteLength);
    const opened = source.openDocument(job.jobId);
    if (isTaken) await expect(opened).resolves.toMatchObject({ byteLength });
    else await expect(opened).rejects.toThrow(DocumentUnavailable);
  });

  test('fails with the HTTP status when core refuses it, may be repeated, and reads no body', async () => {
    const refusal = new Response('not now', { status: 503, headers: { 'content-length': '7' } });
    const cancel = jest.spyOn(refusal.body!, 'cancel');
    answer = () => Promise.resolve(refusal);
    const opened = source.openDocument(job.jobId);
    await expect(opened).rejects.toThrow(DocumentUnavailable);
    await expect(opened).rejects.toThrow('HTTP 503');
    expect(cancel).toHaveBeenCalledTimes(1);
  });
});

test('a question for a name waits for core without a limit; one for a document waits five seconds', async () => {
  const deadlines: unknown[] = [];
  const askCore = (_name: string, _body: object, deadlineMs: number) => {
    deadlines.push(deadlineMs);
    return Promise.resolve({ status: 'ok', body: job });
  };
  source = new JobSource({ askCore } as unknown as Pick<GatewayLink, 'askCore'>, core.url);
  await source.recall(job.jobId);
  await source.openDocument(job.jobId);
  // A name is needed for as long as the job is shown. The question for a document is repeated soon.
  expect(deadlines).toEqual([Infinity, 5_000]);
});

test('a job that core does not know has no name', async () => {
  jobAnswer = () => ({ status: 'refused', code: 'job.unknown', message: '' });
  await source.recall(job.jobId);
  expect(source.nameOf(job.jobId)).toBeUndefined();
});
