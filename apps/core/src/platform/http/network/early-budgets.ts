import { allCalls } from '@sixpence/contracts/http/calls';
import type { FastifyInstance } from 'fastify';
import type { BudgetsService } from './budgets.service.js';
import { callFinder } from '../call-of-request.js';
import type { NetworksService } from './networks.service.js';

/**
 * Counts each call that needs no session against its network's budget, before the body is read. Calls that
 * need a session are counted by the session guard, so that a stranger without an account cannot use up their
 * budget. The hook throws Refusal `request.too-many`.
 */
export function checkBudgetsBeforeBody(
  server: FastifyInstance,
  { budgets, networks }: { budgets: BudgetsService; networks: NetworksService },
): void {
  const callOf = callFinder(allCalls);
  server.addHook('onRequest', async (request) => {
    const call = callOf(request);
    if (call && call.proof !== 'session')
      await budgets.takeFromNetwork(call, networks.networkOf(request.raw));
  });
}
