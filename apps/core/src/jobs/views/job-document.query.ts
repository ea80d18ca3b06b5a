import type { JobState } from '@sixpence/contracts/http/release';
import { one, type Queries } from '../../platform/database/sql.js';

/**
 * The file that the address of a job's document opens, and the values that decide whether it may be opened.
 */
export interface JobDocument {
  documentId: string;
  revision: number;
  state: JobState;
  /** False once the agent of the job is revoked. */
  isAgentActive: boolean;
  /** The conversion that made the file; null when the file is removed. */
  conversionId: string | null;
  /** The database's clock when the row was read. */
  now: Date;
}

/** Reads everything in one query, because a person waits at the printer for the answer. */
export function jobDocument(queries: Queries, jobId: string): Promise<JobDocument | undefined> {
  return one(
    queries,
    `SELECT j.document_id, j.revision, j.state, app_now() AS now,
            a.id IS NOT NULL AND a.revoked_at IS NULL AS is_agent_active, r.conversion_id
     FROM jobs j
     LEFT JOIN agents a ON a.id = j.agent_id
     LEFT JOIN document_revisions r ON r.document_id = j.document_id AND r.revision = j.revision
     WHERE j.id = :jobId`,
    { jobId },
  );
}
