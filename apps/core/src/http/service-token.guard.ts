import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import type { FastifyRequest } from 'fastify';
import { CORE_CONFIG, type CoreConfig } from '../process/config.js';
import { callAnsweredBy } from './call.decorator.js';

/** Calls whose row asks for the service's own token are for whoever presents it: converters. */
@Injectable()
export class ServiceTokenGuard implements CanActivate {
  constructor(@Inject(CORE_CONFIG) private readonly config: CoreConfig) {}

  canActivate(context: ExecutionContext): boolean {
    if (callAnsweredBy(context)?.proof !== 'service token') return true;
    const { authorization = '' } = context.switchToHttp().getRequest<FastifyRequest>().headers;
    const right = hash(`Bearer ${this.config.SERVICE_TOKEN}`);
    if (!timingSafeEqual(hash(authorization), right)) {
      throw new Refusal('service-token.missing');
    }
    return true;
  }
}

/** Equal lengths, so that comparing tells nothing about how much was right. */
function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
