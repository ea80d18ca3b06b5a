import { finished, PassThrough, Readable } from 'node:stream';
import { Refusal } from '@sixpence/contracts/refusals';
import type { FastifyRequest } from 'fastify';

/** How long a client that was refused may go on sending before it is cut off; it can read the answer meanwhile. */
const lingerMs = 2_000;

/** A body while it arrives. */
export interface SentBytes {
  /** Read once. @throws Refusal `request.invalid` when the sender breaks off; what `stop` was given */
  bytes: AsyncIterable<Uint8Array>;
  /** Ends the reading at once, wherever it has come to. */
  stop: (reason: Error) => void;
}

/**
 * The raw bytes of a request under `/storage/`. Whoever stops reading early leaves the connection open, so that a
 * refusal can still be sent.
 */
export function bytesOf({ body }: FastifyRequest): SentBytes {
  const passing = new PassThrough();
  // Whoever reads hears of an error; nobody else has to.
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

/** Does what may refuse a client that is still sending: the refusal reaches it, and then its connection ends. */
export async function refusingSenders(request: FastifyRequest, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    endSlowly(request);
    throw error;
  }
}

/** Throws away what a refused client still sends, for a moment, then closes its connection. */
function endSlowly(request: FastifyRequest): void {
  const { raw } = request;
  if (raw.complete || raw.destroyed) return;
  const cut = setTimeout(() => raw.destroy(), lingerMs).unref();
  raw.once('close', () => {
    clearTimeout(cut);
  });
  raw.resume();
}
