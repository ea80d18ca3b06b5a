import type { DocumentStatus } from '@sixpence/contracts/http/documents';

export type RevisionState = 'awaiting-upload' | 'uploaded' | 'ready' | 'failed';

/** The allowed moves of a revision. The database holds the same table (`document_revision_moves()`). */
export const revisionMoves = {
  'awaiting-upload': ['uploaded'],
  uploaded: ['ready', 'failed'],
  ready: [],
  failed: [],
} as const satisfies Record<RevisionState, readonly RevisionState[]>;

export function canMove(from: RevisionState, to: RevisionState): boolean {
  return (revisionMoves[from] as readonly RevisionState[]).includes(to);
}

/**
 * The status that the owner sees. A document is processing while a new revision is prepared. When that
 * revision fails, the revision before it stays current and ready.
 */
export function statusOf(document: { state: RevisionState; newestState: RevisionState }): DocumentStatus {
  const { state, newestState } = document;
  if (newestState === 'awaiting-upload' || newestState === 'uploaded') return 'processing';
  return state === 'ready' ? 'ready' : 'failed';
}
