import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Call } from '@sixpence/contracts/http/call';
import type { FastifyRequest } from 'fastify';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { callAnsweredBy } from '../call.decorator.js';
import { CallSlotsService } from './call-slots.service.js';
import { NetworksService } from './networks.service.js';

/**
 * Limits concurrent calls: without a proof of the caller by network, unless the call is `quick`; with a
 * session by person. Calls with a session that ask a payment provider or answer a file have limits of their
 * own.
 */
@Injectable()
export class CallSlotsInterceptor implements NestInterceptor {
  constructor(
    private readonly slots: CallSlotsService,
    private readonly networks: NetworksService,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const call = callAnsweredBy(context);
    const within = call && this.slotFor(call, context);
    if (!within) return next.handle();
    const answer: unknown = await within(() => lastValueFrom(next.handle(), { defaultValue: undefined }));
    return of(answer);
  }

  private slotFor(call: Call, context: ExecutionContext): RunInSlot | undefined {
    const { raw, signedIn } = context.switchToHttp().getRequest<FastifyRequest & FromPerson>();
    if (call.proof === 'none' && !call.quick) {
      const waitsFor = call.asksProvider ? 'provider' : 'core';
      return (work) => this.slots.within(this.networks.networkOf(raw), work, waitsFor);
    }
    const hasOwnLimit = call.asksProvider === true || typeof call.answer === 'string';
    if (signedIn === undefined || hasOwnLimit) return undefined;
    return (work) => this.slots.withinPerson(signedIn.userId, work);
  }
}

type RunInSlot = (work: () => Promise<unknown>) => Promise<unknown>;

/** The part of the session guard's request that is read here. */
interface FromPerson {
  signedIn?: { userId: string };
}
