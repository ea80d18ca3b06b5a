import type { DocumentStatus } from '@sixpence/contracts/http/documents';

export type RevisionState = 'awaiting-upload' | 'uploaded' | 'ready' | 'failed';

/** A revision only moves forward; the database holds the same table (`document_revision_moves()`). */
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
 * What the owner sees. While a new revision is being prepared the document is processing; when it fails, the revision
 * before it stays the current one and is ready as it was.
 */
export function statusOf(document: { state: RevisionState; newestState: RevisionState }): DocumentStatus {
  const { state, newestState } = document;
  if (newestState === 'awaiting-upload' || newestState === 'uploaded') return 'processing';
  return state === 'ready' ? 'ready' : 'failed';
}
