import type { DocumentRow, PrintOptions } from '@sixpence/contracts/http/documents';
import { useQuery } from '@tanstack/react-query';
import { signInNeeded } from '../../../lib/session-guard.js';
import { documentsKey } from './document-cache.js';
import { fetchDocuments } from './document-calls.js';
import type { SpaceLeft } from './space-left.js';

export interface DocumentsState {
  documents: DocumentRow[];
  /** The space left for documents; undefined until the list is loaded. */
  spaceLeft: SpaceLeft | undefined;
  /** The user's last choice; undefined until the list is loaded. */
  options: PrintOptions | undefined;
  loading: boolean;
  /** The list could not be fetched; the shown documents may be outdated. */
  failed: boolean;
  refetch: () => void;
}

export function useDocuments(): DocumentsState {
  const { data, isPending, error, refetch } = useQuery({
    queryKey: documentsKey,
    queryFn: ({ signal }) => fetchDocuments(signal),
    retry: (tries, failure) => tries < 2 && !signInNeeded(failure),
  });

  return {
    documents: data?.documents ?? [],
    spaceLeft: data?.left,
    options: data?.options,
    loading: isPending,
    failed: error !== null,
    refetch: () => void refetch(),
  };
}
