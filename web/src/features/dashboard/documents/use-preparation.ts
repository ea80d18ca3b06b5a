import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { HttpFailure } from '../../../lib/http.js';
import { Turns } from '../../../lib/turns.js';
import { awaitPrepared } from './await-prepared.js';
import { putMetadata } from './document-cache.js';
import { fetchMetadata } from './document-calls.js';

/**
 * The server holds each question for a while, and a browser has six connections to a host, all tabs together: more
 * questions at a time, and what a person does would wait behind them.
 */
export const questionsAtATime = 2;

/** Over all rows of the page. */
const turns = new Turns(questionsAtATime);

/**
 * Asks for the metadata of a document for as long as it is being prepared, each time when its turn has come. Live news
 * usually knows first; this is the specified way, and the one that works when there is no live connection.
 */
export function usePreparation(orderId: string | undefined): void {
  const queries = useQueryClient();
  const navigate = useNavigate();

  useEffect(() => {
    if (orderId === undefined) return;
    const left = new AbortController();
    awaitPrepared((signal) => turns.take(() => fetchMetadata(orderId, signal), signal), left.signal)
      .then((metadata) => putMetadata(queries, orderId, metadata))
      .catch((error: unknown) => {
        if (error instanceof HttpFailure) void navigate('/login');
        else if (!left.signal.aborted) throw error;
      });
    return () => left.abort();
  }, [orderId, navigate, queries]);
}
