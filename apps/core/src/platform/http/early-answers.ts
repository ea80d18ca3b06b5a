import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '@sixpence/contracts/refusals';
import type { FastifyReply } from 'fastify';
import { answerOf, type ErrorAnswer } from './answer-of.js';

/**
 * Node's codes for requests that it could not read, with our refusals. All other codes become
 * `request.invalid`.
 */
const unreadable: Partial<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: new Refusal('request.headers'),
  ERR_HTTP_REQUEST_TIMEOUT: new Refusal('request.timeout'),
};

/**
 * Server options for requests that fail before routes and hooks. Their answers have the same form as all
 * others.
 */
export const earlyAnswers = {
  /** Answers a request whose URL cannot be decoded. */
  frameworkErrors(error: Error, _request: unknown, reply: FastifyReply): void {
    const { status, headers, body } = answerOf(error);
    void reply.status(status).headers(headers).send(body);
  },

  /**
   * Answers bytes that are not an HTTP request, headers that are too long, and requests that arrive too
   * slowly.
   */
  clientErrorHandler(error: Error & { code?: string }, socket: Socket): void {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    if (socket.writable) {
      socket.write(rawAnswer(answerOf(unreadable[error.code ?? ''] ?? new Refusal('request.invalid'))));
    }
    socket.destroy(error);
  },
};

/** An answer as raw bytes, for a connection without a reply object. It closes the connection. */
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
