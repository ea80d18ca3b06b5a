import type { AgentJob, Counting, JobOutcome } from '@sixpence/contracts/agent/gateway';
import type { Side } from '@sixpence/contracts/http/documents';
import type { Copy, JobState } from '@sixpence/contracts/http/release';
import type { JobReason } from '@sixpence/contracts/printing/job-reasons';
import type { Currency } from '@sixpence/contracts/currencies';
import { Refusal } from '@sixpence/contracts/refusals';
import { money, type Money } from '@sixpence/money/money';
import { documentPath } from './document-token.js';

/** A job as it is stored. */
export interface JobRow {
  id: string;
  releaseId: string;
  ownerId: string;
  printerId: string;
  agentId: string;
  documentId: string;
  revision: number;
  fileName: string;
  /** The number of this copy, counted from 1, of `copies` copies of its document. */
  copyNumber: number;
  copies: number;
  side: Side;
  isColor: boolean;
  counting: Counting;
  currency: Currency;
  /** Minor units per page, in page order. */
  unitPrices: number[];
  heldMinor: number;
  state: JobState;
  reason: JobReason | null;
  outcome: JobOutcome | null;
  impressions: number;
  sequence: number;
  capturedMinor: number | null;
  returnedMinor: number | null;
  /** How many of the job's first pages were paid for; null before settlement. */
  capturedPages: number | null;
  /** How many pages are paid for by a decision of staff; null without one. */
  decidedPages: number | null;
  createdAt: Date;
  /** The database's clock when the row was read. */
  now: Date;
}

export const jobColumns = `
  j.id, j.release_id, j.owner_id, j.printer_id, j.agent_id, j.document_id, j.revision, j.file_name, j.copy_number,
  j.copies, j.side, j.is_color, j.counting, j.currency, j.unit_prices, j.held_minor, j.state, j.reason, j.outcome, j.impressions,
  j.sequence, j.captured_minor, j.returned_minor, j.captured_pages, j.decided_pages, j.created_at, app_now() AS now`;

/** The price of the first `count` pages of a job. */
export function priceOfFirst(job: Pick<JobRow, 'unitPrices' | 'currency'>, count: number): Money {
  return money(
    job.unitPrices.slice(0, count).reduce((total, each) => total + each, 0),
    job.currency,
  );
}

/**
 * The price of the last `count` paid pages.
 * @throws Refusal `credits.more-than-captured` when fewer pages were paid for, these pages cost nothing, or
 *   the job is not settled yet
 */
export function priceOfLastPaid(
  job: Pick<JobRow, 'unitPrices' | 'currency' | 'capturedPages'>,
  count: number,
): Money {
  const paid = job.capturedPages ?? 0;
  if (count > paid) throw new Refusal('credits.more-than-captured', `This job has only ${paid} paid pages.`);
  const price = money(priceOfFirst(job, paid).minor - priceOfFirst(job, paid - count).minor, job.currency);
  if (price.minor === 0)
    throw new Refusal('credits.more-than-captured', 'These pages were free: there is nothing to give back.');
  return price;
}

/** Which copy a job prints; empty for a single copy. */
export function copyOf({ copyNumber, copies }: Pick<JobRow, 'copyNumber' | 'copies'>): { copy?: Copy } {
  return copies > 1 ? { copy: { number: copyNumber, of: copies } } : {};
}

/** The columns of a job from which `agentJobOf` makes the job for its agent. */
export type JobForAgent = Pick<
  JobRow,
  | 'id'
  | 'releaseId'
  | 'printerId'
  | 'fileName'
  | 'copyNumber'
  | 'copies'
  | 'side'
  | 'isColor'
  | 'counting'
  | 'currency'
  | 'unitPrices'
  | 'heldMinor'
  | 'state'
  | 'impressions'
  | 'createdAt'
  | 'now'
>;

/** The job as core sends it to its agent, with a new address for the document. */
export function agentJobOf(job: JobForAgent, secretKey: Uint8Array): AgentJob {
  const { id, releaseId, printerId, fileName, side, isColor, counting, state, impressions } = job;
  return {
    jobId: id,
    releaseId,
    printerId,
    fileName,
    ...copyOf(job),
    pages: job.unitPrices.length,
    side,
    isColor,
    counting,
    held: money(job.heldMinor, job.currency),
    documentPath: documentPath(id, job.now, secretKey),
    state,
    impressions,
    ageSeconds: (job.now.getTime() - job.createdAt.getTime()) / 1_000,
  };
}
