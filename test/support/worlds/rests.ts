import { randomUUID } from 'node:crypto';
import type { AgentAnswer, Settlement } from '@sixpence/contracts/agent/gateway';
import { agreedTo, type ReleaseWorld, type TestSite } from './release.js';

/** Presses PRINT for this many copies of everything in a user's list. The jobs stay open. */
export async function pressAll(
  world: ReleaseWorld,
  site: TestSite,
  { owner, slug, copies }: { owner: string; slug: string; copies: number },
): Promise<AgentAnswer<'release'>> {
  const { documents, panelSessionId } = await world.logIn(site, owner, slug);
  const chosen = agreedTo(documents).map((document) => ({ ...document, copies }));
  return world.releases.release(site.agent.id, {
    releaseId: randomUUID(),
    panelSessionId,
    documents: chosen,
  });
}

/** Ends a job with this many pages on paper. */
export function endWith(
  world: ReleaseWorld,
  site: TestSite,
  { jobId, impressions, total }: { jobId: string; impressions: number; total: number },
): Promise<Settlement> {
  const outcome = impressions === total ? 'completed' : impressions === 0 ? 'never-began' : 'aborted';
  return world.jobs.settleJob(site.agent.id, { jobId, outcome, impressions });
}

/** Does a converter's work for the waiting revisions of a document. */
export async function prepareWaiting(world: ReleaseWorld, documentId: string): Promise<void> {
  await world.database.query(
    `UPDATE document_revisions r SET state = 'ready', page_count = cardinality(r.keep_pages),
       conversion_id = gen_random_uuid(), answered_at = app_now(),
       pages = (SELECT jsonb_agg(first.pages -> (page - 1) ORDER BY n) FROM document_revisions first,
                  unnest(r.keep_pages) WITH ORDINALITY AS kept (page, n)
                WHERE first.document_id = r.document_id AND first.revision = 1)
     WHERE r.document_id = $1 AND r.state = 'uploaded'`,
    [documentId],
  );
}
