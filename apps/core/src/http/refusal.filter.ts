import { randomUUID } from 'node:crypto';
import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { Refusal, type RefusalCode } from '@sixpence/contracts/refusals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { LOGGER } from '../logger.js';
import { isOutage } from './outage.js';

const codesByStatus: Partial<Record<number, RefusalCode>> = {
  400: 'request.invalid',
  404: 'route.unknown',
  413: 'request.too-large',
  415: 'request.media-type',
  429: 'request.too-many',
};

/**
 * Turns everything that is thrown into `{ code, message }`. A Refusal keeps its code; the framework's own refusals get
 * ours; an outage is 503; anything else is a defect: 500 with a reference that the log knows, and no detail.
 */
@Catch()
export class RefusalFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    if (reply.sent || reply.raw.headersSent) {
      this.logger.error({ err: error }, 'failed after the answer had begun');
      reply.raw.destroy();
      return;
    }
    const status = statusOf(error);
    if (status === 404 && !(error instanceof Refusal) && asksForPage(request)) {
      void reply.redirect('/', 302);
      return;
    }
    if (error instanceof Refusal) {
      if (error.retryAfterSeconds !== undefined) void reply.header('retry-after', error.retryAfterSeconds);
      void reply.status(error.status).send({ code: error.code, message: error.message });
      return;
    }
    const code = status === undefined ? undefined : codesByStatus[status];
    if (status !== undefined && code !== undefined) {
      const message = status === 404 ? 'There is nothing here.' : 'The request could not be understood.';
      void reply.status(status).send({ code, message });
      return;
    }
    if (isOutage(error)) {
      this.logger.warn({ err: error }, 'a part is away');
      void reply.header('retry-after', 5).status(503).send({
        code: 'service.unavailable',
        message: 'A part of the service is not answering. Please try again in a moment.',
      });
      return;
    }
    const reference = randomUUID();
    this.logger.error({ err: error, reference, route: request.routeOptions.url }, 'unexpected failure');
    void reply
      .status(500)
      .send({ code: 'internal', message: `Something went wrong. Reference ${reference}` });
  }
}

function asksForPage(request: FastifyRequest): boolean {
  return request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
}

/** The status of the framework's own refusals (Nest's exceptions, Fastify's body errors). */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') {
    return error.statusCode;
  }
  return undefined;
}
