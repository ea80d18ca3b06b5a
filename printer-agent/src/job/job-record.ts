import { countingSchema, jobOutcomeSchema, settlement } from '@sixpence/contracts/agent/gateway';
import { sideSchema } from '@sixpence/contracts/http/documents';
import { jobReasonSchema } from '@sixpence/contracts/http/release';
import { moneySchema } from '@sixpence/contracts/money';
import { z } from 'zod';
import type { JobStep } from './job-step.js';

const jobEnding = z.object({
  outcome: jobOutcomeSchema,
  reason: jobReasonSchema.optional(),
  /** False when the printer never gave a count. */
  counted: z.boolean().optional(),
});
export type JobEnding = z.infer<typeof jobEnding>;

/**
 * The job as the printer knows it. A restarted printer may count job-ids from 1 again; the uuid tells the two
 * jobs apart.
 */
const printerSide = z.object({
  jobId: z.int(),
  jobUuid: z.string().nullable(),
  jobUri: z.string(),
  /** Seconds; the highest `printer-up-time` that was seen. */
  printerUpTime: z.number(),
  /** Milliseconds since 1970; when that up-time was seen. Absent in rows of an earlier version. */
  upTimeSeenAt: z.number().optional(),
});

/**
 * The part of a job that the journal stores. It contains neither the file's name nor the address of its
 * bytes: the box asks core for both when it needs them.
 */
export const jobFacts = z.object({
  pages: z.int(),
  side: sideSchema,
  isColor: z.boolean(),
  /**
   * How core counts this job, even if the printer's counting was changed since. Absent: as the printer counts
   * now.
   */
  counting: countingSchema.optional(),
  held: moneySchema,
  printerSide: printerSide.nullable(),
  /**
   * True when the printer showed the job as processing, reported a count, or stayed silent until the job was
   * cancelled.
   */
  began: z.boolean(),
  /** The highest count that was reported; it only rises, and never exceeds `pages`. */
  impressions: z.int(),
  /** Rises with every change of the record. Core prefers the report with the higher number. */
  sequence: z.int(),
  /** Why the job does not progress now. */
  reason: jobReasonSchema.optional(),
  /** Milliseconds since 1970; when the job stopped progressing. */
  stalledAt: z.number().nullable(),
  /** Milliseconds since 1970; when the agent asked the printer to cancel the job. */
  canceledAt: z.number().nullable(),
  ending: jobEnding.nullable(),
  /**
   * The amounts that core captured and gave back. Null until core has settled the job, and when core does not
   * know it.
   */
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
