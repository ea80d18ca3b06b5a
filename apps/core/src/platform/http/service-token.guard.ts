import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import type { FastifyRequest } from 'fastify';
import { CORE_CONFIG, type CoreConfig } from '../process/config.js';
import { callAnsweredBy } from './call.decorator.js';

/** Guards calls whose row demands a service token: the converters' token or the intake's. */
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
    // An empty token is not configured, so every request is refused.
    if (token === '' || !timingSafeEqual(hash(authorization), hash(`Bearer ${token}`))) {
      throw new Refusal(missing);
    }
    return true;
  }
}

/** Hashes have equal lengths, which `timingSafeEqual` needs. */
function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
