import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { HttpFailure } from '../../../lib/http.js';
import { awaitPrepared } from './await-prepared.js';
import { putMetadata } from './document-cache.js';
import { fetchMetadata } from './document-calls.js';

/**
 * Asks for the metadata of a document for as long as it is being prepared. Live news usually knows first; this is the
 * specified way, and the one that works when there is no live connection.
 */
export function usePreparation(orderId: string | undefined): void {
  const queries = useQueryClient();
  const navigate = useNavigate();

  useEffect(() => {
    if (orderId === undefined) return;
    const left = new AbortController();
    awaitPrepared((signal) => fetchMetadata(orderId, signal), left.signal)
      .then((metadata) => putMetadata(queries, orderId, metadata))
      .catch((error: unknown) => {
        if (error instanceof HttpFailure) void navigate('/login');
        else if (!left.signal.aborted) throw error;
      });
    return () => left.abort();
  }, [orderId, navigate, queries]);
}
