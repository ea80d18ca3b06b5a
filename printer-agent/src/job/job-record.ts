import { countingSchema, jobOutcomeSchema, settlement } from '@sixpence/contracts/agent/gateway';
import { sideSchema } from '@sixpence/contracts/http/documents';
import { jobReasonSchema } from '@sixpence/contracts/http/release';
import { moneySchema } from '@sixpence/contracts/money';
import { z } from 'zod';
import type { JobStep } from './job-step.js';

/** How a job ended, as the agent saw it. */
const jobEnding = z.object({
  outcome: jobOutcomeSchema,
  reason: jobReasonSchema.optional(),
  /** False when the printer never gave a count. */
  counted: z.boolean().optional(),
});
export type JobEnding = z.infer<typeof jobEnding>;

/** Where the job lives in the printer. Ids start again at 1 with the printer: the uuid tells two lives apart. */
const printerSide = z.object({
  jobId: z.int(),
  jobUuid: z.string().nullable(),
  jobUri: z.string(),
  /** Seconds; the highest that was seen. */
  printerUpTime: z.number(),
  /** Milliseconds since 1970; when that was. Absent in rows of an earlier version. */
  upTimeSeenAt: z.number().optional(),
});

/**
 * What the journal keeps of a job. Neither the file's name nor the address of its bytes is among it: a box at a
 * site remembers numbers, and asks core for the rest when it needs it.
 */
export const jobFacts = z.object({
  pages: z.int(),
  side: sideSchema,
  isColor: z.boolean(),
  /** How core counts this job, also after the printer's own way was changed. Absent: as the printer counts now. */
  counting: countingSchema.optional(),
  held: moneySchema,
  printerSide: printerSide.nullable(),
  /** The printer was seen processing it, or counting, or did not answer until the job was cancelled. */
  began: z.boolean(),
  /** Most impressions ever reported: only rises, never above `pages`. */
  impressions: z.int(),
  /** Rises with every change of the record; core prefers the later report. */
  sequence: z.int(),
  /** What holds it up now. */
  reason: jobReasonSchema.optional(),
  /** Milliseconds since 1970; since when it stands still. */
  stalledAt: z.number().nullable(),
  /** Milliseconds since 1970; when the agent asked the printer to cancel it. */
  canceledAt: z.number().nullable(),
  ending: jobEnding.nullable(),
  /** What core captured and gave back; null until core has settled, and when core does not know the job. */
  settlement: settlement.nullable(),
  /** Milliseconds since 1970. */
  heldAt: z.number(),
});
export type JobFacts = z.infer<typeof jobFacts>;

export interface JobRecord extends JobFacts {
  readonly jobId: string;
  readonly releaseId: string;
  readonly printerId: string;
  readonly position: number;
  readonly step: JobStep;
}
