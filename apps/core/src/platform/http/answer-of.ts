import { randomUUID } from 'node:crypto';
import { HttpException } from '@nestjs/common';
import { Refusal, type RefusalCode } from '@sixpence/contracts/refusals';
import { isOutage } from '../database/outage.js';

/** The answer to a failed request, for HTTP, WebSocket, and questions of agents. */
export type ErrorAnswer = ErrorBody & (RefusedAnswer | DefectAnswer);

interface ErrorBody {
  status: number;
  headers: Readonly<Record<string, string>>;
}

export interface RefusedAnswer {
  /** A refusal is expected and not logged. An outage is logged. */
  kind: 'refusal' | 'outage';
  body: { code: RefusalCode; message: string };
  /** Seconds after which a retry can succeed, as in `Retry-After`. */
  retryAfterSeconds?: number;
}

interface DefectAnswer {
  kind: 'defect';
  body: { code: 'internal'; message: string };
  /** Also part of the message. Staff find the log line by the reference that a caller reports. */
  reference: string;
}

const outageRetrySeconds = 5;

const codesByStatus: Partial<Record<number, RefusalCode>> = {
  404: 'route.unknown',
  408: 'request.timeout',
  413: 'request.too-large',
  415: 'request.media-type',
  429: 'request.too-many',
  431: 'request.headers',
  503: 'service.unavailable',
};

/**
 * Maps an error to its answer. A Refusal keeps its code and sentence. The framework's errors become our
 * refusals, by status. An outage becomes `service.unavailable`. Every other error is a defect, and its answer
 * contains only a reference.
 */
export function answerOf(error: unknown): ErrorAnswer {
  if (error instanceof Refusal) return refused(error, 'refusal');
  const status = statusOf(error);
  const code = status === undefined ? undefined : codeFor(status);
  if (code !== undefined) return refused(new Refusal(code), 'refusal');
  if (isOutage(error)) {
    return refused(new Refusal('service.unavailable', undefined, outageRetrySeconds), 'outage');
  }
  const reference = randomUUID();
  const message = `Something went wrong. Reference ${reference}`;
  return { kind: 'defect', status: 500, headers: {}, body: { code: 'internal', message }, reference };
}

function refused(
  { status, code, message, retryAfterSeconds, beside }: Refusal,
  kind: RefusedAnswer['kind'],
): ErrorBody & RefusedAnswer {
  const body = { ...beside, code, message };
  if (retryAfterSeconds === undefined) return { kind, status, headers: {}, body };
  return { kind, status, headers: { 'retry-after': String(retryAfterSeconds) }, body, retryAfterSeconds };
}

function codeFor(status: number): RefusalCode | undefined {
  return codesByStatus[status] ?? (status >= 400 && status < 500 ? 'request.invalid' : undefined);
}

/** The status of an error of the framework: an exception of Nest, or an error of Fastify. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') {
    return error.statusCode;
  }
  return undefined;
}
