import { silenceLimits } from '@sixpence/config/connections';
import { earlyAnswers } from './early-answers.js';

/** A request with a file of the largest size may take this long; `body-speed.ts` cuts off a slow body. */
const requestWithinMs = 900_000;

/** The most characters of one parameter in a path. The longest are the tokens of signed storage addresses. */
const longestParameterLength = 2_000;

/** The options of Fastify. */
export const serverOptions = {
  requestTimeout: requestWithinMs,
  routerOptions: { maxParamLength: longestParameterLength },
  // Core ends without waiting for connections that browsers keep open.
  forceCloseConnections: true,
  http: silenceLimits,
  ...earlyAnswers,
};
