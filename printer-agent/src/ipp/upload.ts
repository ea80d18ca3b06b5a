import type { ClientRequest } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A document to be printed. It is read once, from its start to its end. */
export interface PrintableDocument {
  readonly stream: NodeJS.ReadableStream | AsyncIterable<Uint8Array>;
  readonly byteLength: number;
  readonly format: string;
}

/** Small enough to show progress on a slow printer. */
const pieceBytes = 64 * 1024;

/**
 * Writes the document into the request at the printer's speed, in constant memory. Stops when the printer
 * answers early or the connection ends; the reply says what that means. `onProgress` gets the number of bytes
 * of each piece that was taken.
 * @throws errors of the document's own stream, and RangeError when its length differs from `byteLength`
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
        await readArrivedBytes();
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

/** A signal that aborts when the request has an answer or its connection has closed. */
function whileUnanswered(request: ClientRequest): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController();
  const stop = () => controller.abort();
  request.once('response', stop).once('close', stop);
  return { signal: controller.signal, end: () => request.off('response', stop).off('close', stop) };
}

/**
 * Lets arrived bytes be read before the next write. The end of the connection usually follows an early
 * answer, and the first write after that end would destroy the answer with the connection. The first turn of
 * the event loop only finishes the current phase; sockets are polled before the second.
 */
async function readArrivedBytes(): Promise<void> {
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

function wrongLength({ byteLength }: PrintableDocument, difference: 'longer' | 'shorter'): RangeError {
  return new RangeError(`the document is ${difference} than the ${byteLength} bytes announced`);
}
