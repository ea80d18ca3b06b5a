import { Readable } from 'node:stream';
import { Refusal } from '@sixpence/contracts/refusals';
import type { FastifyRequest } from 'fastify';

/** How long a client that was refused may go on sending before it is cut off; it can read the answer meanwhile. */
const lingerMs = 2_000;

/**
 * The raw bytes of a request under `/storage/`. Whoever stops reading early leaves the connection open, so that a
 * refusal can still be sent.
 * @throws Refusal `request.invalid` when the client breaks off
 */
export async function* bytesOf(request: FastifyRequest): AsyncGenerator<Uint8Array> {
  const { body } = request;
  if (!(body instanceof Readable)) return;
  try {
    for await (const piece of body.iterator({ destroyOnReturn: false })) yield piece as Uint8Array;
  } catch (cause) {
    if (!request.raw.complete) {
      throw new Refusal('request.invalid', 'The upload broke off.', undefined, { cause });
    }
    throw cause;
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
