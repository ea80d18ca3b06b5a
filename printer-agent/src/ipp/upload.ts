import type { ClientRequest } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A document to be printed, read once, front to back. */
export interface PrintableDocument {
  readonly stream: NodeJS.ReadableStream | AsyncIterable<Uint8Array>;
  readonly byteLength: number;
  readonly format: string;
}

/** Small enough that progress is seen on a slow printer. */
const pieceBytes = 64 * 1024;

/**
 * Writes the document into the request, as fast as the printer takes it and in constant memory. Stops when the
 * printer answers early or the connection ends; what that means is told by the reply. `onProgress` hears how many bytes
 * were taken, piece by piece.
 * @throws whatever the document's own stream throws, and RangeError when it is not as long as announced
 */
export async function uploadDocument(
  request: ClientRequest,
  document: PrintableDocument,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const { signal, end } = whileUnanswered(request);
  let sent = 0;
  try {
    for await (const chunk of document.stream as AsyncIterable<Uint8Array>) {
      sent += chunk.byteLength;
      if (sent > document.byteLength) throw wrongLength(document, 'longer');
      for (let from = 0; from < chunk.byteLength; from += pieceBytes) {
        await arrivals();
        if (signal.aborted) return;
        const piece = chunk.subarray(from, from + pieceBytes);
        if (!request.write(piece)) await drained(request, signal);
        onProgress(piece.byteLength);
      }
    }
    if (sent < document.byteLength) throw wrongLength(document, 'shorter');
    request.end();
  } finally {
    end();
  }
}

/** Aborted as soon as there is an answer, or nobody left to give one. */
function whileUnanswered(request: ClientRequest): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController();
  const stop = () => controller.abort();
  request.once('response', stop).once('close', stop);
  return { signal: controller.signal, end: () => request.off('response', stop).off('close', stop) };
}

/**
 * Lets whatever has arrived be read. An early answer is usually followed by the end of the connection, and the first
 * write after that end would throw the answer away with the connection. The first turn only finishes the current
 * round of events; sockets are looked at again before the second.
 */
async function arrivals(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

function drained(request: ClientRequest, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      request.off('drain', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    request.once('drain', done);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}

function wrongLength({ byteLength }: PrintableDocument, found: 'longer' | 'shorter'): RangeError {
  return new RangeError(`the document is ${found} than the ${byteLength} bytes announced`);
}
