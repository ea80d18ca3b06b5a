import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import type { FastifyRequest } from 'fastify';
import { CORE_CONFIG, type CoreConfig } from '../process/config.js';
import { callAnsweredBy } from './call.decorator.js';

/** Calls whose row asks for a token of the service's own are for the part that presents it: converters, or the intake. */
@Injectable()
export class ServiceTokenGuard implements CanActivate {
  constructor(@Inject(CORE_CONFIG) private readonly config: CoreConfig) {}

  canActivate(context: ExecutionContext): boolean {
    const proof = callAnsweredBy(context)?.proof;
    if (proof !== 'service token' && proof !== 'intake token') return true;
    const { authorization = '' } = context.switchToHttp().getRequest<FastifyRequest>().headers;
    const [token, missing] =
      proof === 'service token'
        ? ([this.config.SERVICE_TOKEN, 'service-token.missing'] as const)
        : ([this.config.INTAKE_TOKEN, 'intake-token.missing'] as const);
    // Without a token nobody has it.
    if (token === '' || !timingSafeEqual(hash(authorization), hash(`Bearer ${token}`))) {
      throw new Refusal(missing);
    }
    return true;
  }
}

/** Equal lengths, so that comparing tells nothing about how much was right. */
function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
