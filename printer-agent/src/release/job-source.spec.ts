import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { AgentJob } from '@sixpence/contracts/agent/gateway';
import type { Answered } from '../link/frames.js';
import type { GatewayLink } from '../link/gateway-link.js';
import { Unanswered } from '../link/questions.js';
import { aJob, aRelease } from '../testing/builders.js';
import { ScriptedCore } from '../testing/scripted-core.js';
import { until } from '../testing/wait.js';
import { BegunBefore, DocumentAway, JobSource, type OpenDocument } from './job-source.js';

let core: ScriptedCore;
let job: AgentJob;
let source: JobSource;
/** Core’s answer about the state of the job. */
let standing: () => Answered<'job'>;

beforeEach(async () => {
  core = new ScriptedCore();
  await core.start();
  job = aJob(aRelease());
  standing = () => ({ status: 'ok', body: job });
  const link = { askCore: () => Promise.resolve().then(() => standing()) } as unknown as Pick<
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
  standing = () => ({ status: 'ok', body: { ...job, ageSeconds: 7_200 } });
  await source.openDocument(job.jobId);
  await source.openDocument(job.jobId);
  const ageMs = Date.now() - source.heldAt(job.jobId)!;
  expect(ageMs).toBeGreaterThan(7_190_000);
  expect(ageMs).toBeLessThan(9_000_000);
});

test('a prefetched document is handed over once; the next time core is asked', async () => {
  let questions = 0;
  standing = () => {
    questions += 1;
    return { status: 'ok', body: job };
  };
  source.remember(job);
  source.openAhead(job.jobId);
  expect(await bytesOf(await source.openDocument(job.jobId))).toBe(core.document.toString());
  expect(questions).toBe(0);
  expect(await bytesOf(await source.openDocument(job.jobId))).toBe(core.document.toString());
  expect(questions).toBe(1);
});

test('a failed prefetch is repeated by the job that needs the document', async () => {
  source.remember({ ...job, documentPath: '//127.0.0.1:9/document' });
  source.openAhead(job.jobId);
  await expect(source.openDocument(job.jobId)).rejects.toThrow();
  expect(await bytesOf(await source.openDocument(job.jobId))).toBe(core.document.toString());
});

test('a prefetched document that was taken is not dropped later', async () => {
  const link = { askCore: () => Promise.resolve().then(() => standing()) } as unknown as Pick<
    GatewayLink,
    'askCore'
  >;
  const impatient = new JobSource(link, core.url, 1);
  core.document = Buffer.alloc(4_000_000, 'a');
  impatient.remember(job);
  impatient.openAhead(job.jobId);
  const opened = await impatient.openDocument(job.jobId);
  await sleep(20);
  expect(await bytesOf(opened)).toHaveLength(4_000_000);
});

test('two jobs have separate prefetched documents', async () => {
  const other = aJob(aRelease(), { documentPath: '/other' });
  core.pictures.set('/other', Buffer.from('the other one'));
  for (const each of [job, other]) source.remember(each);
  for (const each of [job, other]) source.openAhead(each.jobId);
  expect(await bytesOf(await source.openDocument(other.jobId))).toBe('the other one');
  expect(await bytesOf(await source.openDocument(job.jobId))).toBe(core.document.toString());
});

test('the names of five hundred jobs are kept, and the oldest are forgotten first', () => {
  const jobs = Array.from({ length: 502 }, (_, index) => aJob(aRelease(), { fileName: `${index}.pdf` }));
  for (const each of jobs) source.remember(each);
  const names = jobs.map(({ jobId }) => source.nameOf(jobId)?.fileName);
  expect(names.slice(0, 3)).toEqual([undefined, undefined, '2.pdf']);
  expect(names.filter((name) => name !== undefined)).toHaveLength(500);
});

test('a job with a known name is not asked for again', async () => {
  let questions = 0;
  standing = () => {
    questions += 1;
    return { status: 'ok', body: job };
  };
  await source.recall(job.jobId);
  await source.recall(job.jobId);
  expect(source.nameOf(job.jobId)).toMatchObject({ fileName: job.fileName });
  expect(questions).toBe(1);
});

test('a defect in the request for a job is not treated as an unreachable core', async () => {
  standing = () => {
    throw new RangeError('Too large a question');
  };
  await expect(source.openDocument(job.jobId)).rejects.toThrow(RangeError);
});

test('a prefetched document that is not taken is dropped', async () => {
  const link = { askCore: () => Promise.resolve().then(() => standing()) } as unknown as Pick<
    GatewayLink,
    'askCore'
  >;
  const impatient = new JobSource(link, core.url, 1);
  core.document = Buffer.alloc(4_000_000);
  impatient.remember(job);
  impatient.openAhead(job.jobId);
  await until(() => core.cutOff > 0);
});

test('a document that is cut off before it is read fails its reader, and not the agent', async () => {
  core.leavingBytes = 5;
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

  test.each(['held', 'stalled'] as const)('core says where, for a job that is %s', async (state) => {
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
    'core says that it %s: a document that the printer has had is not handed over again',
    async (_, said) => {
      standing = () => ({ status: 'ok', body: { ...job, ...said } });
      await expect(source.openDocument(job.jobId)).rejects.toThrow(BegunBefore);
    },
  );

  test('core says that there is no such job', async () => {
    standing = () => ({ status: 'refused', code: 'job.unknown', message: 'unknown' });
    expect(await source.openDocument(job.jobId)).toBe('over');
  });

  test.each([
    ['does not answer', () => Promise.reject(new Unanswered('core is away'))],
    ['refuses to say', () => ({ status: 'refused', code: 'service.unavailable', message: 'busy' })],
  ])('a core that %s leaves it to the next try', async (_, answer) => {
    standing = answer as typeof standing;
    await expect(source.openDocument(job.jobId)).rejects.toThrow(DocumentAway);
  });
});

test('a document address outside core is refused', async () => {
  source.remember({ ...job, documentPath: 'http://127.0.0.1:9/document' });
  await expect(source.openDocument(job.jobId)).rejects.toThrow('A document lies outside core');
});

test('an empty document is refused', async () => {
  core.document = Buffer.alloc(0);
  source.remember(job);
  await expect(source.openDocument(job.jobId)).rejects.toThrow(DocumentAway);
});
