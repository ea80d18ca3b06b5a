import { randomUUID } from 'node:crypto';
import { expect, jest, test } from '@jest/globals';
import { Refusal } from '@sixpence/contracts/refusals';
import { createLogger } from '../platform/process/logger.js';
import type { JobsService } from '../jobs/jobs.service.js';
import { AgentRequestsService } from './agent-requests.service.js';

const unused = {} as never;
const forAgent = jest.fn<JobsService['forAgent']>();
const requests = new AgentRequestsService(
  ...([unused, unused, unused, unused] as const),
  { forAgent } as unknown as JobsService,
  ...([unused, unused, unused] as const),
  createLogger('silent'),
);
const ask = () => requests.answerRequest('box', 'job', { jobId: randomUUID() });

test.each([
  ['a refusal', new Refusal('job.unknown', 'No such job.'), { code: 'job.unknown', message: 'No such job.' }],
  [
    'a refusal with the time to ask again',
    new Refusal('request.too-many', 'Later.', 7),
    { code: 'request.too-many', message: 'Later.', retryAfterSeconds: 7 },
  ],
])('%s is told to the box', async (_, refusal, told) => {
  forAgent.mockRejectedValueOnce(refusal);
  expect(await ask()).toEqual({ status: 'refused', ...told });
});

test.each([
  ['an outage', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ['a defect', new TypeError('undefined is not a function')],
])('%s fails without its detail, so that the box asks again', async (_, error) => {
  forAgent.mockRejectedValueOnce(error);
  expect(await ask()).toEqual({ status: 'failed', message: expect.not.stringContaining(error.message) });
});
