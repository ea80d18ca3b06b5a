import type { Call } from '@sixpence/contracts/http/call';
import type { FastifyRequest } from 'fastify';

export type FindCall = (request: FastifyRequest) => Call | undefined;

/** Finds the row of the route that a request was led to, from its first hook on. */
export function callFinder(calls: readonly Call[]): FindCall {
  const byRoute = new Map(calls.map((call) => [`${call.method} ${call.path}`, call]));
  // A HEAD is answered by the route of its GET.
  return ({ method, routeOptions: { url = '' } }) =>
    byRoute.get(`${method === 'HEAD' ? 'GET' : method} ${url}`);
}
