import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Refusal } from '@sixpence/contracts/refusals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerOf } from './answer-of.js';
import type { FindCall } from './call-of-request.js';
import { rawAnswer } from './early-answers.js';

/** How fast bodies have to arrive, so that nobody holds a connection with a byte now and then. */
export interface Pace {
  /** All of a small body, from its headers on. */
  smallWithinMs: number;
  /** A file has to bring `leastBytes` in each stretch of this long; a phone between two cells loses one at most. */
  stretchMs: number;
  leastBytes: number;
}

export const usualPace: Pace = { smallWithinMs: 15_000, stretchMs: 20_000, leastBytes: 40 * 1024 };

/** Watches a request's body, and ends the connection when it comes too slowly. */
export function watchReceiving(
  request: FastifyRequest,
  reply: FastifyReply,
  { callOf, pace }: { callOf: FindCall; pace: Pace },
): void {
  const { raw } = request;
  // A request that a program injects has no connection that could be held.
  if (!hasBody(raw) || !(raw.socket instanceof Socket)) return;
  const isFile = callOf(request)?.body === 'file';
  const timer = isFile
    ? everyStretch(raw, pace, () => cutOff(raw, reply))
    : setTimeout(() => cutOff(raw, reply), pace.smallWithinMs);
  timer.unref();
  const stop = () => {
    clearTimeout(timer);
  };
  raw.once('end', stop).once('close', stop);
}

function everyStretch(raw: IncomingMessage, { stretchMs, leastBytes }: Pace, late: () => void) {
  let before = raw.socket.bytesRead;
  return setInterval(() => {
    // What waits in the kernel or here to be read was sent in time: then it is we who are slow.
    setImmediate(() => {
      const now = raw.socket.bytesRead;
      if (now - before < leastBytes && raw.readableLength === 0 && !raw.complete) late();
      before = now;
    });
  }, stretchMs);
}

/** Says why, as far as nothing was answered yet; whoever does not read it is cut off all the same. */
function cutOff({ socket }: IncomingMessage, reply: FastifyReply): void {
  if (!reply.raw.headersSent && socket.writable) {
    socket.write(rawAnswer(answerOf(new Refusal('request.timeout'))));
  }
  socket.destroySoon();
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
