import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Call } from '@sixpence/contracts/http/call';
import { allCalls } from '@sixpence/contracts/http/calls';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callAnsweredBy } from '../call.decorator.js';
import { callFinder } from '../call-of-request.js';
import { CallSlotsService } from './call-slots.service.js';
import { NetworksService } from './networks.service.js';

/** A request after the session guard, and the functions that free its slots when its handler has ended. */
type SlottedRequest = FastifyRequest & { signedIn?: { userId: string }; heldSlots?: (() => void)[] };

/**
 * Limits concurrent calls: calls without a proof by network, unless the call is `quick`; calls with a session
 * by person. Calls with a session that ask a payment provider or return a file have limits of their own. A
 * call waits here for its slot and keeps it until its handler has ended (`freeSlotsOfCalls`).
 */
@Injectable()
export class CallSlotsGuard implements CanActivate {
  constructor(
    private readonly slots: CallSlotsService,
    private readonly networks: NetworksService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const call = callAnsweredBy(context);
    if (!call) return true;
    const request = context.switchToHttp().getRequest<SlottedRequest>();
    const { heldSlots } = request;
    // A slot that no handler frees would be lost until the next start.
    if (!heldSlots) throw new Error(`The route of ${call.method} ${call.path} frees no slots`);
    const free = await this.slotFor(call, request);
    if (free) heldSlots.push(free);
    return true;
  }

  private slotFor(call: Call, { raw, signedIn }: SlottedRequest): Promise<() => void> | undefined {
    if (call.proof === 'none' && !call.quick) {
      return this.slots.takeNetworkSlot(
        this.networks.networkOf(raw),
        call.asksProvider ? 'provider' : 'core',
      );
    }
    const hasOwnLimit = call.asksProvider === true || typeof call.answer === 'string';
    return signedIn === undefined || hasOwnLimit ? undefined : this.slots.takePersonSlot(signedIn.userId);
  }
}

/**
 * Frees the slot of a call when its handler has ended, also after an error. A client that hangs up does not
 * free the slot of a call that still runs. Register this before the routes.
 */
export function freeSlotsOfCalls(server: FastifyInstance): void {
  const find = callFinder(allCalls);
  server.addHook('onRoute', (route) => {
    const { handler } = route;
    if (!find({ method: String(route.method), routeOptions: { url: route.url } })) return;
    route.handler = async function (request: SlottedRequest, reply) {
      const heldSlots: (() => void)[] = [];
      request.heldSlots = heldSlots;
      try {
        return await handler.call(this, request, reply);
      } finally {
        for (const free of heldSlots) free();
      }
    };
  });
}
