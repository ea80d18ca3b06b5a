import type { DocumentRow, PrintOptions } from '@sixpence/contracts/http/documents';
import { useQuery } from '@tanstack/react-query';
import { signInNeeded } from '../../../lib/session-guard.js';
import { documentsKey } from './document-cache.js';
import { fetchDocuments } from './document-calls.js';
import type { Room } from './documents-words.js';

export interface DocumentsState {
  documents: DocumentRow[];
  /** How much more there may be; unknown until the list has been loaded. */
  room: Room | undefined;
  /** What the person chose last; unknown until the list has been loaded. */
  options: PrintOptions | undefined;
  loading: boolean;
  /** The list could not be fetched; what is shown may be old. */
  failed: boolean;
  refetch: () => void;
}

/** The person's documents. */
export function useDocuments(): DocumentsState {
  const { data, isPending, error, refetch } = useQuery({
    queryKey: documentsKey,
    queryFn: ({ signal }) => fetchDocuments(signal),
    retry: (tries, failure) => tries < 2 && !signInNeeded(failure),
  });

  return {
    documents: data?.documents ?? [],
    room: data?.left,
    options: data?.options,
    loading: isPending,
    failed: error !== null,
    refetch: () => void refetch(),
  };
}
