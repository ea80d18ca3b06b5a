import type { AgentJob, Counting, JobOutcome, Settlement } from '@sixpence/contracts/agent/gateway';
import type { Side } from '@sixpence/contracts/http/documents';
import type { JobReason, JobState } from '@sixpence/contracts/http/release';
import type { Currency } from '@sixpence/contracts/money';
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
  side: Side;
  isColor: boolean;
  counting: Counting;
  currency: Currency;
  /** Minor units per page, in page order. */
  unitPrices: number[];
  heldMinor: string;
  state: JobState;
  reason: JobReason | null;
  outcome: JobOutcome | null;
  impressions: number;
  sequence: number;
  capturedMinor: string | null;
  returnedMinor: string | null;
  createdAt: Date;
  /** The database's clock when the row was read. */
  now: Date;
}

export const jobColumns = `
  j.id, j.release_id AS "releaseId", j.owner_id AS "ownerId", j.printer_id AS "printerId",
  j.agent_id AS "agentId", j.document_id AS "documentId", j.revision, j.file_name AS "fileName", j.side,
  j.is_color AS "isColor", j.counting, j.currency, j.unit_prices AS "unitPrices", j.held_minor AS "heldMinor",
  j.state, j.reason, j.outcome, j.impressions, j.sequence, j.captured_minor AS "capturedMinor",
  j.returned_minor AS "returnedMinor", j.created_at AS "createdAt", app_now() AS now`;

export function heldFor(job: JobRow): Money {
  return money(Number(job.heldMinor), job.currency);
}

/** What the first `count` pages of a job cost. */
export function priceOfFirst(job: Pick<JobRow, 'unitPrices' | 'currency'>, count: number): Money {
  return money(
    job.unitPrices.slice(0, count).reduce((total, each) => total + each, 0),
    job.currency,
  );
}

/** The job as its agent is told of it, with a fresh address for the document. */
export function agentJobOf(job: JobRow, secretKey: Uint8Array): AgentJob {
  const { id, releaseId, printerId, fileName, side, isColor, state, impressions } = job;
  return {
    jobId: id,
    releaseId,
    printerId,
    fileName,
    pages: job.unitPrices.length,
    side,
    isColor,
    held: heldFor(job),
    documentPath: documentPath(id, job.now, secretKey),
    state,
    impressions,
  };
}

/** How a job stands after `settle`; nothing is taken or given back while it waits to be checked. */
export function settlementOf(job: JobRow, available: Money): Settlement {
  return {
    jobId: job.id,
    state: job.state,
    impressions: job.impressions,
    captured: money(Number(job.capturedMinor ?? 0), job.currency),
    returned: money(Number(job.returnedMinor ?? 0), job.currency),
    available,
  };
}
