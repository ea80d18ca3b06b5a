import { z } from 'zod';
import { jobReasonNames } from '../job-reasons.js';
import { moneySchema } from '../money.js';
import { asPeopleClick, type Call } from './call.js';

/** `POST /create-code` */
export const createCodeAnswer = z.object({
  code: z.string().regex(/^\d{6}$/),
  /** ISO 8601, UTC, by the database's clock. */
  expiresAt: z.string(),
});
export type CreateCodeAnswer = z.infer<typeof createCodeAnswer>;

/**
 * What became of a job. `printing` and `stalled` are under way, `checking` waits for staff or the 24-hour rule,
 * the rest are final and settled.
 */
export const jobStates = [
  'held',
  'printing',
  'stalled',
  'checking',
  'completed',
  'partial',
  'failed',
  'canceled',
] as const;
export const jobStateSchema = z.enum(jobStates);
export type JobState = z.infer<typeof jobStateSchema>;

export const jobReasonSchema = z.enum(jobReasonNames);

/** A job as its owner sees it, on the dashboard and through `/live`. */
export const jobView = z.object({
  id: z.uuid(),
  orderId: z.uuid(),
  fileName: z.string(),
  printer: z.string(),
  state: jobStateSchema,
  reason: jobReasonSchema.optional(),
  /** Impressions (printed page faces) that came out so far. */
  impressions: z.int(),
  /** Impressions that were paid for in advance. */
  total: z.int(),
  held: moneySchema,
  /** Present once settled. */
  captured: moneySchema.optional(),
  returned: moneySchema.optional(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
});
export type JobView = z.infer<typeof jobView>;

export const releaseCalls = {
  createCode: {
    method: 'POST',
    path: '/create-code',
    summary: 'A print code of six digits; the one before it dies',
    proof: 'session',
    budget: asPeopleClick,
    answer: createCodeAnswer,
  },
} as const satisfies Record<string, Call>;
