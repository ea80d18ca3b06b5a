import type { FileMetadataAnswer } from '@sixpence/contracts/http/documents';
import { HttpFailure } from '../../../lib/http.js';

/** Specification §9: an unprepared document's metadata is requested again every 30 seconds. */
export const retryDelayMs = 30_000;

/**
 * Waits until a document is ready or has failed. The server holds each request open for a while and answers
 * 409 when the document is still in preparation.
 * @throws HttpFailure with 401 or 403 when the session has ended; the signal's reason when aborted
 */
export async function awaitPrepared(
  ask: (signal: AbortSignal) => Promise<FileMetadataAnswer>,
  signal: AbortSignal,
  pause: (ms: number) => Promise<void> = sleep,
): Promise<FileMetadataAnswer> {
  for (;;) {
    try {
      const answer = await ask(signal);
      if (answer.status !== 'processing') return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof HttpFailure && error.needsSignIn) throw error;
      console.info('The document is not ready yet; asking again in 30 s', error);
    }
    signal.throwIfAborted();
    await pause(retryDelayMs);
    signal.throwIfAborted();
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
