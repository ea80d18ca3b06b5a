import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Call } from '@sixpence/contracts/http/call';
import { allCalls } from '@sixpence/contracts/http/calls';
import { Refusal } from '@sixpence/contracts/refusals';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import { readBodies, bodyTypeRefusal } from './bodies.js';
import { callFinder, type FindCall } from './call-of-request.js';
import { contentPolicy, type ContentSources } from './content-policy.js';
import { usualPace, watchBodySpeed, type Pace } from './body-speed.js';

interface Protection {
  publicUrl: string;
  sources: ContentSources;
  pace?: Pace;
}

/**
 * Registers the checks of every request before its route. Answers get security headers and `no-store`, unless
 * the route sets another caching. A request that changes something must come from our own origin. A body must
 * have the media type of the call's row and arrive fast enough.
 */
export function protect(
  server: FastifyInstance,
  { publicUrl, sources, pace = usualPace }: Protection,
  calls: readonly Call[] = allCalls,
): void {
  const { origin } = new URL(publicUrl);
  const callOf = callFinder(calls);
  const headers = { ...securityHeaders(origin, sources), 'cache-control': 'no-store' };

  server.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers);
    watchBodySpeed(request, reply, { callOf, pace });
    done(refusalFor(request, origin, callOf));
  });
  readBodies(server, callOf);
}

/** The security headers of every answer, which helmet makes once. */
export function securityHeaders(origin: string, sources: ContentSources): Readonly<Record<string, string>> {
  const setHeaders = helmet({
    contentSecurityPolicy: { directives: contentPolicy(origin, sources) },
    // `same-origin-allow-popups` when a payment method opens a window. All pages have one policy, because the
    // site stays in one document when it navigates between pages.
    crossOriginOpenerPolicy: { policy: sources.popups ? 'same-origin-allow-popups' : 'same-origin' },
    strictTransportSecurity: origin.startsWith('https:'),
  });
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  setHeaders(request, answer, (error) => {
    if (error instanceof Error) throw error;
  });
  return answer.getHeaders() as Record<string, string>;
}

function refusalFor(request: FastifyRequest, origin: string, callOf: FindCall): Refusal | undefined {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return undefined;
  const call = callOf(request);
  const from = request.headers.origin;
  if (from !== undefined && from !== origin && !call?.fromAnyOrigin) return new Refusal('request.origin');
  return bodyTypeRefusal(call?.body ?? 'json', request.headers['content-type']);
}
