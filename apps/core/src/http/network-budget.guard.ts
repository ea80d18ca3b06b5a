import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { BudgetsService } from './budgets.service.js';
import { callAnsweredBy } from './call.decorator.js';
import { NetworksService } from './networks.service.js';

/** Refuses a network that makes a call more often than the call's row grants. */
@Injectable()
export class NetworkBudgetGuard implements CanActivate {
  constructor(
    private readonly budgets: BudgetsService,
    private readonly networks: NetworksService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const call = callAnsweredBy(context);
    const { raw } = context.switchToHttp().getRequest<FastifyRequest>();
    if (call) await this.budgets.takeFromNetwork(call, this.networks.of(raw));
    return true;
  }
}
