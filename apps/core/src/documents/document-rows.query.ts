import type { ConvertedPage, PageFacts } from '@sixpence/contracts/events/events';
import type { FailureReason, PrintOptions, Side } from '@sixpence/contracts/http/documents';
import type { ByteRange } from '@sixpence/storage/object-store';
import type { EntityManager } from 'typeorm';
import type { ActiveAmount } from './quota.js';
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

/** Of a document `d`: neither deleted nor past its time. */
export const living = 'd.deleted_at IS NULL AND d.expires_at > app_now()';

const activeDocument = `
  SELECT d.id, d.owner_id AS "ownerId", d.file_name AS "fileName", d.side, d.is_color AS "isColor",
    d.expires_at AS "expiresAt", d.printed_at AS "printedAt",
    c.revision, c.state, c.reason, c.pages, n.state AS "newestState"
  FROM documents d
  JOIN document_revisions c ON c.document_id = d.id AND c.revision = d.current_revision
  JOIN LATERAL (
    SELECT state FROM document_revisions WHERE document_id = d.id ORDER BY revision DESC LIMIT 1
  ) n ON true
  WHERE d.owner_id = $1 AND ${living}`;

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

/** How much the person has, awaited uploads included. */
export async function activeAmount(queries: Queries, ownerId: string): Promise<ActiveAmount> {
  const [row]: [ActiveAmount] = await queries.query(
    `SELECT count(DISTINCT d.id)::int AS documents, coalesce(sum(r.byte_length), 0)::float8 AS bytes,
       (count(DISTINCT d.id) FILTER (WHERE r.state = 'awaiting-upload'))::int AS awaited,
       coalesce(extract(epoch FROM min(d.expires_at) FILTER (WHERE r.state = 'awaiting-upload') - app_now()), 0)::float8
         AS "firstLapseSeconds"
     FROM documents d JOIN document_revisions r ON r.document_id = d.id
     WHERE d.owner_id = $1 AND ${living}`,
    [ownerId],
  );
  return row;
}

/** The same with the person's row locked, so that two uploads at the same moment are counted one after the other. */
export async function lockedAmount(tx: EntityManager, ownerId: string): Promise<ActiveAmount> {
  await lockOwner(tx, ownerId);
  return activeAmount(tx, ownerId);
}

/** What the person chose last; new documents begin with it. */
export async function optionsOf(queries: Queries, ownerId: string): Promise<PrintOptions> {
  const [row]: PrintOptions[] = await queries.query(
    'SELECT side, is_color AS "isColor" FROM print_options WHERE user_id = $1',
    [ownerId],
  );
  return row ?? { side: '1-Sided', isColor: false };
}

/** Where the two images of a page lie in the file of images that a conversion made. */
export interface PageImages {
  conversionId: string;
  tile: ByteRange;
  page: ByteRange;
}

/** Undefined unless the page is of a ready revision of a document that the person still has. */
export async function imagesOfPage(
  queries: Queries,
  ownerId: string,
  asked: { documentId: string; revision: number; page: number },
): Promise<PageImages | undefined> {
  const [row]: { conversionId: string; start: number; facts: ConvertedPage }[] = await queries.query(
    `SELECT r.conversion_id AS "conversionId", r.pages -> ($4::int - 1) AS facts,
       (SELECT coalesce(sum((before ->> 'tileBytes')::int + (before ->> 'imageBytes')::int), 0)::int
        FROM jsonb_array_elements(r.pages) WITH ORDINALITY AS pages (before, number) WHERE number < $4) AS start
     FROM documents d JOIN document_revisions r ON r.document_id = d.id
     WHERE d.id = $2 AND d.owner_id = $1 AND ${living}
       AND r.revision = $3 AND r.state = 'ready' AND r.page_count >= $4`,
    [ownerId, asked.documentId, asked.revision, asked.page],
  );
  if (!row) return undefined;
  const { conversionId, start, facts } = row;
  const between = start + facts.tileBytes;
  return {
    conversionId,
    tile: { start, end: between },
    page: { start: between, end: between + facts.imageBytes },
  };
}

/**
 * Everything that moves a document holds its row first, so that none of it crosses another. Locks are taken in one order:
 * documents, then their owners, several of a kind in the order of their ids; never the other way round.
 */
export async function lockDocument(tx: EntityManager, documentId: string): Promise<void> {
  await tx.query('SELECT 1 FROM documents WHERE id = $1 FOR UPDATE', [documentId]);
}

/** What one person's documents do together, such as counting them or taking turns, holds the person's row: see above. */
export async function lockOwner(tx: EntityManager, ownerId: string): Promise<void> {
  await tx.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [ownerId]);
}
