import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { LOGGER } from '../process/logger.js';
import { answerOf } from './answer-of.js';

/** Answers every error as `{ code, message }`, and logs outages and defects. */
@Catch()
export class RefusalFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    if (reply.sent || reply.raw.headersSent) {
      this.logger.error({ err: error }, 'a request failed after its answer had begun');
      reply.raw.destroy();
      return;
    }
    const answer = answerOf(error);
    if (answer.status === 404 && !(error instanceof Refusal) && asksForPage(request)) {
      void reply.redirect('/', 302);
      return;
    }
    if (answer.kind === 'outage') this.logger.warn({ err: error }, 'a dependency is unavailable');
    if (answer.kind === 'defect') {
      const { reference } = answer;
      this.logger.error({ err: error, reference, route: request.routeOptions.url }, 'unexpected failure');
    }
    void reply.status(answer.status).headers(answer.headers).send(answer.body);
  }
}

function asksForPage(request: FastifyRequest): boolean {
  return request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
}
