import type { DocumentRow, PrintOptions } from '@sixpence/contracts/http/documents';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { HttpFailure } from '../../../lib/http.js';
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

/** The person's documents; a session that is gone leads to /login. */
export function useDocuments(): DocumentsState {
  const navigate = useNavigate();
  const { data, isPending, error, refetch } = useQuery({
    queryKey: documentsKey,
    queryFn: ({ signal }) => fetchDocuments(signal),
    retry: (tries, failure) => tries < 2 && !signInNeeded(failure),
  });

  useEffect(() => {
    if (signInNeeded(error)) void navigate('/login');
  }, [error, navigate]);

  return {
    documents: data?.documents ?? [],
    room: data?.left,
    options: data?.options,
    loading: isPending,
    failed: error !== null,
    refetch: () => void refetch(),
  };
}

function signInNeeded(error: unknown): boolean {
  return error instanceof HttpFailure && error.needsSignIn;
}
