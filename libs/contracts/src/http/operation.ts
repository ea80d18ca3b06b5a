import { z } from 'zod';
import type { Call } from './call.js';

/** HTTP endpoints for the operator of the service. */
export const operationCalls = {
  healthz: {
    method: 'GET',
    path: '/healthz',
    summary: 'This process lives',
    proof: 'none',
    answer: z.object({ status: z.literal('ok') }),
  },
  readyz: {
    method: 'GET',
    path: '/readyz',
    summary: 'Database, NATS, and storage answer',
    proof: 'none',
    budget: { network: { points: 600, seconds: 60 } },
    answer: z.object({ status: z.literal('ready') }),
  },
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    summary: 'This description',
    proof: 'none',
    budget: { network: { points: 600, seconds: 60 } },
    answer: z.looseObject({ openapi: z.string() }),
  },
} as const satisfies Record<string, Call>;
