import { Inject, Injectable } from '@nestjs/common';
import {
  agentRequests,
  isAgentRequestName,
  type AgentAnswer,
  type AgentRequest,
  type AgentRequestName,
} from '@sixpence/contracts/agent/gateway';
import { Refusal } from '@sixpence/contracts/refusals';
import type { Logger } from 'pino';
import { answerOf, type RefusedAnswer } from '../platform/http/answer-of.js';
import { validated } from '../platform/http/contract.js';
import { LOGGER } from '../platform/process/logger.js';
import { PrintReportsService } from '../jobs/print-reports/print-reports.service.js';
import { JobsService } from '../jobs/jobs.service.js';
import { ListingsService } from '../panels/listings.service.js';
import { PairingsService } from '../panels/pairings.service.js';
import { PanelSessionsService } from '../panels/panel-sessions.service.js';
import { ReleasesService } from '../panels/releases.service.js';
import { PanelLinksService } from '../sites/panel-links.service.js';
import { PrintersService } from '../sites/printers.service.js';
import type { Result } from './agent-connection.js';

type Handlers = {
  [N in AgentRequestName]: (agentId: string, body: AgentRequest<N>) => Promise<AgentAnswer<N>>;
};

/**
 * Answers the requests of agents. Every handler receives the agent's id, and acts only on that agent's
 * printers.
 */
@Injectable()
export class AgentRequestsService {
  private readonly handlers: Handlers;

  constructor(
    sessions: PanelSessionsService,
    pairings: PairingsService,
    listings: ListingsService,
    releases: ReleasesService,
    jobs: JobsService,
    printers: PrintersService,
    panelLinks: PanelLinksService,
    printReports: PrintReportsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.handlers = {
      redeem: async (agent, body) => listings.listing(agent, await sessions.redeem(agent, body)),
      redeemed: async (agent, { requestId }) =>
        listings.listing(agent, await sessions.redeemedSession(agent, requestId)),
      pair: async (agent, body) => {
        const answer = await pairings.pair(agent, body);
        if ('session' in answer) {
          return { status: 'paired', listing: await listings.listing(agent, answer.session) };
        }
        const { code, secondsLeft } = answer.waiting;
        return { status: 'waiting', code, secondsLeft };
      },
      unpair: (agent, body) => emptyAnswer(pairings.unpair(agent, body)),
      list: async (agent, { panelSessionId }) =>
        listings.listing(agent, await sessions.touchSession(agent, panelSessionId)),
      release: (agent, body) => releases.release(agent, body),
      job: (agent, { jobId }) => jobs.forAgent(agent, jobId),
      progress: (agent, body) => emptyAnswer(jobs.progress(agent, body)),
      settle: (agent, body) => jobs.settleJob(agent, body),
      'unknown-jobs': (agent, { jobIds }) => emptyAnswer(jobs.disown(agent, jobIds)),
      'end-session': (agent, { panelSessionId }) => emptyAnswer(sessions.endSession(agent, panelSessionId)),
      'print-report': (agent, body) => emptyAnswer(printReports.takePrintReport(agent, body)),
      'pair-device': async (agent, body) => ({ pairingRound: await panelLinks.useLink(agent, body) }),
      printer: (agent, body) => emptyAnswer(printers.report(agent, body)),
    };
  }

  /** Never throws: a request that cannot be answered now is `failed`, and the agent repeats it. */
  async answerRequest(agentId: string, name: string, body: unknown): Promise<Result> {
    try {
      if (!isAgentRequestName(name))
        throw new Refusal('request.invalid', 'This core knows no such question.');
      return { status: 'ok', body: await this.handle(agentId, name, body) };
    } catch (error) {
      const answer = answerOf(error);
      if (answer.kind === 'defect') {
        const { reference } = answer;
        this.logger.error({ err: error, agentId, request: name, reference }, 'unexpected failure');
        return { status: 'failed', message: answer.body.message };
      }
      if (answer.kind === 'refusal') return refusedBy(answer);
      this.logger.warn({ err: error, agentId, request: name }, 'a dependency is unavailable');
      return { status: 'failed', message: answer.body.message };
    }
  }

  private async handle<N extends AgentRequestName>(
    agentId: string,
    name: N,
    body: unknown,
  ): Promise<AgentAnswer<N>> {
    return this.handlers[name](agentId, validated(agentRequests[name], body) as AgentRequest<N>);
  }
}

async function emptyAnswer(work: Promise<void>): Promise<Record<string, never>> {
  await work;
  return {};
}

function refusedBy({ body, retryAfterSeconds }: RefusedAnswer): Result {
  return { status: 'refused', ...body, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}
