import { allCalls } from '@sixpence/contracts/http/calls';
import type { FastifyInstance } from 'fastify';
import type { BudgetsService } from './budgets.service.js';
import { callFinder } from '../call-of-request.js';
import type { NetworksService } from './networks.service.js';

/**
 * Refuses a network that makes a call more often than the call's row grants, before any of the body is read. A call that
 * needs a session is counted once there is one: else a stranger without an account uses up what others of the network have.
 */
export function takeBudgetsFirst(
  server: FastifyInstance,
  { budgets, networks }: { budgets: BudgetsService; networks: NetworksService },
): void {
  const callOf = callFinder(allCalls);
  server.addHook('onRequest', async (request) => {
    const call = callOf(request);
    if (call && call.proof !== 'session') await budgets.takeFromNetwork(call, networks.of(request.raw));
  });
}
