import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Refusal } from '@sixpence/contracts/refusals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerOf } from './answer-of.js';
import type { FindCall } from './call-of-request.js';
import { rawAnswer } from './early-answers.js';

/** The minimum speed of bodies, so that a client cannot keep a connection by sending a byte now and then. */
export interface Pace {
  /** The deadline of a small body, counted from its headers. */
  smallWithinMs: number;
  /**
   * Of a file, at least `leastBytes` must arrive in each stretch of this length. A stretch is longer than the
   * pause of a phone that changes its radio cell.
   */
  stretchMs: number;
  leastBytes: number;
}

export const usualPace: Pace = { smallWithinMs: 15_000, stretchMs: 20_000, leastBytes: 40 * 1024 };

/** Watches a request's body and closes the connection when it arrives too slowly. */
export function watchBodySpeed(
  request: FastifyRequest,
  reply: FastifyReply,
  { callOf, pace }: { callOf: FindCall; pace: Pace },
): void {
  const { raw } = request;
  // A request that a test injects has no connection.
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
    // Bytes that wait in the kernel or in Node were sent in time; core is slow to read them. `setImmediate`
    // lets core read them before this check.
    setImmediate(() => {
      const now = raw.socket.bytesRead;
      if (now - before < leastBytes && raw.readableLength === 0 && !raw.complete) late();
      before = now;
    });
  }, stretchMs);
}

/** Answers `request.timeout` unless an answer has begun, and closes the connection. */
function cutOff({ socket }: IncomingMessage, reply: FastifyReply): void {
  if (!reply.raw.headersSent && socket.writable) {
    socket.write(rawAnswer(answerOf(new Refusal('request.timeout'))));
  }
  socket.destroySoon();
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
