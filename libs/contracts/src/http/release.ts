import { z } from 'zod';
import { jobReasonNames } from '../printing/job-reasons.js';
import { moneySchema } from '../money.js';
import { personBudget, type Call } from './call.js';

/** `POST /create-code` */
export const createCodeAnswer = z.object({
  code: z.string().regex(/^\d{6}$/),
  /** ISO 8601, UTC, by the database's clock. */
  expiresAt: z.string(),
});
export type CreateCodeAnswer = z.infer<typeof createCodeAnswer>;

/** The six digits that a panel shows for QR sign-in. */
const panelCode = z.object({ code: z.string().regex(/^\d{6}$/) });

/** `POST /qr-auth`: whether the panel that shows the code has opened, and the message to show. */
export const qrAuthAnswer = z.object({ authenticated: z.boolean(), message: z.string() });
export type QrAuthAnswer = z.infer<typeof qrAuthAnswer>;

/** `POST /qr-panel`: the printer and the site of the panel, before it opens. */
const qrPanelAnswer = z.discriminatedUnion('found', [
  z.object({ found: z.literal(true), printer: z.string(), site: z.string() }),
  z.object({ found: z.literal(false) }),
]);
export type QrPanelAnswer = z.infer<typeof qrPanelAnswer>;

/**
 * The state of a job. `printing` and `stalled` are in progress, `checking` waits for staff or the 24-hour
 * rule, the last four are final and settled.
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

/** Which of several copies of one document a job prints; absent for a single copy. */
export const copySchema = z.object({ number: z.int().min(1), of: z.int().min(2) });
export type Copy = z.infer<typeof copySchema>;

/** A job as its owner sees it, on the dashboard and through `/live`. */
export const jobView = z.object({
  id: z.uuid(),
  orderId: z.uuid(),
  fileName: z.string(),
  copy: copySchema.optional(),
  printer: z.string(),
  state: jobStateSchema,
  reason: jobReasonSchema.optional(),
  /** Impressions (printed page faces) so far. */
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
    summary: 'A new print code of six digits; the earlier code is revoked',
    proof: 'session',
    // Each code creates a fact that is kept for a week.
    budget: { person: { points: 60, seconds: 600 } },
    answer: createCodeAnswer,
  },
  qrPanel: {
    method: 'POST',
    path: '/qr-panel',
    summary:
      'The printer and the site of the panel that shows a code; a wrong code counts as a wrong try of qr-auth',
    proof: 'session',
    withoutSession: 403,
    budget: personBudget,
    request: panelCode,
    malformed: 'code.malformed',
    example: { code: '471902' },
    answer: qrPanelAnswer,
    refusals: ['code.malformed', 'code.paused'],
  },
  qrAuth: {
    method: 'POST',
    path: '/qr-auth',
    summary: "Open the person's list at the panel that shows a code",
    proof: 'session',
    withoutSession: 403,
    budget: personBudget,
    request: panelCode,
    malformed: 'code.malformed',
    example: { code: '471902' },
    answer: qrAuthAnswer,
    refusals: ['code.malformed', 'code.paused'],
  },
} as const satisfies Record<string, Call>;
