import { silenceLimits } from '@sixpence/config/connections';
import { earlyAnswers } from './early-answers.js';

/** A request with a file of the largest size may take this long; `receiving.ts` demands its pace. */
const requestWithinMs = 900_000;

/** The longest field of a path: a signed address of the storage is one. */
const longestFieldLength = 2_000;

/** The options of Fastify. */
export const serverOptions = {
  requestTimeout: requestWithinMs,
  routerOptions: { maxParamLength: longestFieldLength },
  // Core ends without waiting for connections that browsers keep open.
  forceCloseConnections: true,
  http: silenceLimits,
  ...earlyAnswers,
};
