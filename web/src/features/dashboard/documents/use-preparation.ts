import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { HttpFailure } from '../../../lib/http.js';
import { ConcurrencyLimit } from '../../../lib/concurrency-limit.js';
import { awaitPrepared } from './await-prepared.js';
import { putMetadata } from './document-cache.js';
import { fetchMetadata } from './document-calls.js';

/**
 * The server holds each request open for a while, and a browser shares six connections to a host between all
 * tabs. More requests at once would delay the user's own actions.
 */
export const requestsAtATime = 2;

/** Shared by all rows of the page. */
const requestLimit = new ConcurrencyLimit(requestsAtATime);

/**
 * Requests the metadata of a document until it is prepared, at most two documents at a time. Live news is
 * usually faster. The specification requires these requests, and they work without a live connection.
 */
export function usePreparation(orderId: string | undefined): void {
  const queries = useQueryClient();
  const navigate = useNavigate();

  useEffect(() => {
    if (orderId === undefined) return;
    const leaving = new AbortController();
    awaitPrepared((signal) => requestLimit.run(() => fetchMetadata(orderId, signal), signal), leaving.signal)
      .then((metadata) => putMetadata(queries, orderId, metadata))
      .catch((error: unknown) => {
        if (error instanceof HttpFailure) void navigate('/login');
        else if (!leaving.signal.aborted) throw error;
      });
    return () => leaving.abort();
  }, [orderId, navigate, queries]);
}
