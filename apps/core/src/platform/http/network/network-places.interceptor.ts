import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { callAnsweredBy } from '../call.decorator.js';
import { NetworkPlacesService } from './network-places.service.js';
import { NetworksService } from './networks.service.js';

/** A call that needs no proof has one of the few places of its network while it is answered. */
@Injectable()
export class NetworkPlacesInterceptor implements NestInterceptor {
  constructor(
    private readonly places: NetworkPlacesService,
    private readonly networks: NetworksService,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const call = callAnsweredBy(context);
    if (call?.proof !== 'none' || call.quick) return next.handle();
    const { raw } = context.switchToHttp().getRequest<FastifyRequest>();
    const network = this.networks.of(raw);
    const answer: unknown = await this.places.within(
      network,
      () => lastValueFrom(next.handle(), { defaultValue: undefined }),
      call.asksProvider ? 'provider' : 'core',
    );
    return of(answer);
  }
}
