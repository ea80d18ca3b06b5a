import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '@sixpence/contracts/refusals';
import type { FastifyReply } from 'fastify';
import { answerOf, type ErrorAnswer } from './answer-of.js';

/** What Node says of requests that it could not read, and the answer to each; all others are plainly malformed. */
const unreadable: Partial<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: new Refusal('request.headers'),
  ERR_HTTP_REQUEST_TIMEOUT: new Refusal('request.timeout'),
};

/** Options of the server for requests that fail before any route or hook sees them: they get the same kind of answer. */
export const earlyAnswers = {
  /** An address that cannot be read. */
  frameworkErrors(error: Error, _request: unknown, reply: FastifyReply): void {
    const { status, headers, body } = answerOf(error);
    void reply.status(status).headers(headers).send(body);
  },

  /** Bytes that are no request at all, or headers without end. */
  clientErrorHandler(error: Error & { code?: string }, socket: Socket): void {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    if (socket.writable) {
      socket.write(rawAnswer(answerOf(unreadable[error.code ?? ''] ?? new Refusal('request.invalid'))));
    }
    socket.destroy(error);
  },
};

/** An error's answer as bytes, for connections that nothing else answers; it is the last thing said on them. */
export function rawAnswer({ status, headers, body }: ErrorAnswer): string {
  const text = JSON.stringify(body);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}
