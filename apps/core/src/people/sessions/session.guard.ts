import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import type { FastifyRequest } from 'fastify';
import { BudgetsService } from '../../platform/http/network/budgets.service.js';
import { callAnsweredBy } from '../../platform/http/call.decorator.js';
import { NetworksService } from '../../platform/http/network/networks.service.js';
import { SessionsService } from './sessions.service.js';
import type { SignedInRequest } from './signed-in.js';

/**
 * Refuses a request without a session, unless the row of the call (in the contracts) names another proof or
 * opens the call to visitors. A request with a session counts against the budgets of its person and network
 * that the call's row sets.
 */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly sessions: SessionsService,
    private readonly budgets: BudgetsService,
    private readonly networks: NetworksService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const call = callAnsweredBy(context);
    if (call && call.proof !== 'session') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest & SignedInRequest>();
    const signedIn = await this.sessions.personFromCookies(request.headers.cookie);
    if (!signedIn) throw new Refusal(call?.withoutSession === 403 ? 'session.required' : 'session.missing');
    if (call) {
      // The person's budget comes first: a call that it refuses takes nothing from the network's budget.
      await this.budgets.takeFromPerson(call, signedIn.userId);
      await this.budgets.takeFromNetwork(call, this.networks.networkOf(request.raw));
    }
    await this.sessions.recordUse(signedIn, request.headers['user-agent']);
    request.signedIn = signedIn;
    return true;
  }
}
