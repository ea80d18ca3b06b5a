import type { FailureReason, Side } from '@sixpence/contracts/http/documents';
import type { PageFacts } from '@sixpence/contracts/events/events';
import type { EntityManager } from 'typeorm';
import type { RevisionState } from './revision-state.js';

/** A document with its current revision, and how far its newest revision has come. */
export interface StoredDocument {
  id: string;
  ownerId: string;
  fileName: string;
  side: Side;
  isColor: boolean;
  expiresAt: Date;
  printedAt: Date | null;
  revision: number;
  state: RevisionState;
  reason: FailureReason | null;
  pages: PageFacts[] | null;
  newestState: RevisionState;
}

export type Queries = Pick<EntityManager, 'query'>;

const activeDocument = `
  SELECT d.id, d.owner_id AS "ownerId", d.file_name AS "fileName", d.side, d.is_color AS "isColor",
    d.expires_at AS "expiresAt", d.printed_at AS "printedAt",
    c.revision, c.state, c.reason, c.pages, n.state AS "newestState"
  FROM documents d
  JOIN document_revisions c ON c.document_id = d.id AND c.revision = d.current_revision
  JOIN LATERAL (
    SELECT state FROM document_revisions WHERE document_id = d.id ORDER BY revision DESC LIMIT 1
  ) n ON true
  WHERE d.owner_id = $1 AND d.deleted_at IS NULL AND d.expires_at > app_now()`;

/** The person's documents that have arrived, oldest first. */
export async function listedDocuments(queries: Queries, ownerId: string): Promise<StoredDocument[]> {
  return queries.query(`${activeDocument} AND c.state <> 'awaiting-upload' ORDER BY d.created_at, d.id`, [
    ownerId,
  ]);
}

/** One document of the person, arrived or not; undefined when it is foreign, deleted, or past its time. */
export async function documentOf(
  queries: Queries,
  ownerId: string,
  documentId: string,
): Promise<StoredDocument | undefined> {
  const [row]: StoredDocument[] = await queries.query(`${activeDocument} AND d.id = $2`, [
    ownerId,
    documentId,
  ]);
  return row;
}
