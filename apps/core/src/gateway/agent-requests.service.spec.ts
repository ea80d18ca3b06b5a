import { randomUUID } from 'node:crypto';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { Refusal } from '@sixpence/contracts/refusals';
import { createLogger } from '../platform/process/logger.js';
import type { JobsService } from '../jobs/jobs.service.js';
import { AgentRequestsService } from './agent-requests.service.js';

const unused = {} as never;
const forAgent = jest.fn<JobsService['forAgent']>();
const log: object[] = [];
const logTarget = {
  write(line: string) {
    const { level, msg, agentId, request, reference, err } = JSON.parse(line) as Record<string, unknown>;
    log.push({ level, msg, agentId, request, reference, isErrorThere: err !== undefined });
  },
};
beforeEach(() => {
  log.length = 0;
});
const requests = new AgentRequestsService(
  ...([unused, unused, unused, unused] as const),
  { forAgent } as unknown as JobsService,
  ...([unused, unused, unused] as const),
  createLogger('warn', logTarget),
);
const ask = () => requests.answerRequest('box', 'job', { jobId: randomUUID() });

test.each([
  ['a refusal', new Refusal('job.unknown', 'No such job.'), { code: 'job.unknown', message: 'No such job.' }],
  [
    'a refusal with the time to ask again',
    new Refusal('request.too-many', 'Later.', 7),
    { code: 'request.too-many', message: 'Later.', retryAfterSeconds: 7 },
  ],
])('%s is answered to the box with its code and sentence', async (_, refusal, answer) => {
  forAgent.mockRejectedValueOnce(refusal);
  expect(await ask()).toEqual({ status: 'refused', ...answer });
  expect(log).toEqual([]);
});

test.each([
  [
    'an outage',
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    40,
    'a dependency is unavailable',
  ],
  ['a defect', new TypeError('undefined is not a function'), 50, 'unexpected failure'],
])(
  '%s is answered as failed without its message, so that the box asks again, and is logged',
  async (_, error, level, msg) => {
    forAgent.mockRejectedValueOnce(error);
    const answer = await ask();
    expect(answer).toEqual({ status: 'failed', message: expect.not.stringContaining(error.message) });
    const [line] = log as { reference?: string }[];
    expect(log).toEqual([
      expect.objectContaining({ level, msg, agentId: 'box', request: 'job', isErrorThere: true }),
    ]);
    // The reference leads from the report of a person to the line of the log.
    if (level === 50) expect(answer).toMatchObject({ message: expect.stringContaining(line!.reference!) });
  },
);

test('a question that this core does not know is refused', async () => {
  expect(await requests.answerRequest('box', 'toString', {})).toEqual({
    status: 'refused',
    code: 'request.invalid',
    message: 'This core knows no such question.',
  });
  expect(log).toEqual([]);
});
