import { z } from 'zod';
import type { Call } from './call.js';

/** `GET /seller`: the operator and seller of the service. Facts that the configuration lacks are null. */
const sellerAnswer = z.object({
  name: z.string(),
  /** Line by line. */
  address: z.array(z.string()),
  vatNumber: z.string().nullable(),
  email: z.string().nullable(),
});
export type SellerAnswer = z.infer<typeof sellerAnswer>;

export const sellerCalls = {
  seller: {
    method: 'GET',
    path: '/seller',
    summary: 'Who runs the service',
    proof: 'none',
    budget: { network: { points: 600, seconds: 60 } },
    answer: sellerAnswer,
  },
} as const satisfies Record<string, Call>;
