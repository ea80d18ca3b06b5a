import type { Call } from '@sixpence/contracts/http/call';

/** The parts of a request that name its route. */
interface Routed {
  method: string;
  routeOptions: { url?: string | undefined };
}

export type FindCall = (request: Routed) => Call | undefined;

/** Returns a function that finds the call's row for a request's route. It works from the first hook on. */
export function callFinder(calls: readonly Call[]): FindCall {
  const byRoute = new Map(calls.map((call) => [`${call.method} ${call.path}`, call]));
  // The route of a GET also answers HEAD.
  return ({ method, routeOptions: { url = '' } }) =>
    byRoute.get(`${method === 'HEAD' ? 'GET' : method} ${url}`);
}
