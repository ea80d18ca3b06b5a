import { finished, PassThrough, Readable } from 'node:stream';
import { Refusal } from '@sixpence/contracts/refusals';
import type { FastifyRequest } from 'fastify';

/**
 * How long a refused client may go on sending before its connection is closed, so that it can read the
 * answer.
 */
const lingerMs = 2_000;

/** A request body while it arrives. */
export interface SentBytes {
  /**
   * Can be read once.
   * @throws Refusal `request.invalid` when the connection breaks; the reason given to `stop`
   */
  bytes: AsyncIterable<Uint8Array>;
  /** Ends the reading at once, at any point. */
  stop: (reason: Error) => void;
}

/**
 * The raw bytes of a request under `/storage/`. A reader that stops early leaves the connection open, so that
 * a refusal can still be sent.
 */
export function bytesOf({ body }: FastifyRequest): SentBytes {
  const passing = new PassThrough();
  // The reader receives the error; this handler keeps an error without a reader from ending the process.
  passing.on('error', () => undefined);
  return {
    bytes: body instanceof Readable ? passedOn(body, passing) : passing.end(),
    stop: (reason) => {
      passing.destroy(reason);
    },
  };
}

async function* passedOn(body: Readable, passing: PassThrough): AsyncGenerator<Uint8Array> {
  finished(body, { writable: false }, (cause) => {
    if (cause) passing.destroy(new Refusal('request.invalid', 'The upload broke off.', undefined, { cause }));
  });
  body.pipe(passing);
  try {
    for await (const piece of passing) yield piece as Uint8Array;
  } finally {
    body.unpipe(passing);
  }
}

/**
 * Runs `work` and closes the client's connection after an error, late enough for the client to read the
 * refusal while it is still sending.
 */
export async function closingRefusedSenders(
  request: FastifyRequest,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    closeAfterLinger(request);
    throw error;
  }
}

/** Discards the bytes that a refused client still sends, then closes its connection after `lingerMs`. */
function closeAfterLinger(request: FastifyRequest): void {
  const { raw } = request;
  if (raw.complete || raw.destroyed) return;
  const cut = setTimeout(() => raw.destroy(), lingerMs).unref();
  raw.once('close', () => {
    clearTimeout(cut);
  });
  raw.resume();
}
