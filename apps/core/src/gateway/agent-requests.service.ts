import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  agentRequests,
  type AgentAnswer,
  type AgentRequest,
  type AgentRequestName,
} from '@sixpence/contracts/agent/gateway';
import { Refusal } from '@sixpence/contracts/refusals';
import type { Logger } from 'pino';
import { isOutage } from '../http/outage.js';
import { LOGGER } from '../logger.js';
import { JobsService } from '../release/jobs.service.js';
import { ListingsService } from '../release/listings.service.js';
import { PanelSessionsService } from '../release/panel-sessions.service.js';
import { ReleasesService } from '../release/releases.service.js';
import { PrintersService } from '../sites/printers.service.js';
import type { Result } from './agent-connection.js';

type Handlers = {
  [N in AgentRequestName]: (agentId: string, body: AgentRequest<N>) => Promise<AgentAnswer<N>>;
};

/** Answers what agents ask. Every handler is given the asking agent, and knows nothing of others' printers. */
@Injectable()
export class AgentRequestsService {
  private readonly handlers: Handlers;

  constructor(
    sessions: PanelSessionsService,
    listings: ListingsService,
    releases: ReleasesService,
    jobs: JobsService,
    printers: PrintersService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.handlers = {
      redeem: async (agent, body) => listings.listing(agent, await sessions.redeem(agent, body)),
      redeemed: async (agent, { requestId }) =>
        listings.listing(agent, await sessions.redeemed(agent, requestId)),
      list: async (agent, { panelSessionId }) =>
        listings.listing(agent, await sessions.touch(agent, panelSessionId)),
      release: (agent, body) => releases.release(agent, body),
      job: (agent, { jobId }) => jobs.forAgent(agent, jobId),
      progress: (agent, body) => done(jobs.progress(agent, body)),
      settle: (agent, body) => jobs.settle(agent, body),
      'end-session': (agent, { panelSessionId }) => done(sessions.end(agent, panelSessionId)),
      printer: (agent, body) => done(printers.report(agent, body)),
    };
  }

  /** Never throws: what cannot be told now is `failed`, and the agent asks again. */
  async answer(agentId: string, name: AgentRequestName, body: unknown): Promise<Result> {
    try {
      return { status: 'ok', body: await this.handle(agentId, name, body) };
    } catch (error) {
      if (error instanceof Refusal) return refusedBy(error);
      if (isOutage(error)) {
        this.logger.warn({ err: error, agentId, request: name }, 'a part is away');
        return { status: 'failed', message: 'A part of the service is not answering.' };
      }
      const reference = randomUUID();
      this.logger.error({ err: error, agentId, request: name, reference }, 'unexpected failure');
      return { status: 'failed', message: `Something went wrong. Reference ${reference}` };
    }
  }

  private async handle<N extends AgentRequestName>(
    agentId: string,
    name: N,
    body: unknown,
  ): Promise<AgentAnswer<N>> {
    const checked = agentRequests[name].safeParse(body);
    if (!checked.success) {
      const fields = checked.error.issues.map((issue) => issue.path.join('.') || 'the body');
      throw new Refusal('request.invalid', `Please check: ${[...new Set(fields)].join(', ')}`);
    }
    return this.handlers[name](agentId, checked.data as AgentRequest<N>);
  }
}

async function done(work: Promise<void>): Promise<Record<string, never>> {
  await work;
  return {};
}

function refusedBy({ code, message, retryAfterSeconds }: Refusal): Result {
  return {
    status: 'refused',
    code,
    message,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}
