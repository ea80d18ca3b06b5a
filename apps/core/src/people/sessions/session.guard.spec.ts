import type { ExecutionContext } from '@nestjs/common';
import { expect, test } from '@jest/globals';
import type { BudgetsService } from '../../platform/http/network/budgets.service.js';
import type { NetworksService } from '../../platform/http/network/networks.service.js';
import { SessionGuard } from './session.guard.js';
import type { SessionsService } from './sessions.service.js';

test('a route without a call in the contract needs a session', async () => {
  const sessions = { fromCookies: () => Promise.resolve(undefined) } as unknown as SessionsService;
  const guard = new SessionGuard(sessions, {} as BudgetsService, {} as NetworksService);
  const context = {
    getType: () => 'http',
    getHandler: () => () => undefined,
    getClass: () => SessionGuard,
    switchToHttp: () => ({ getRequest: () => ({ headers: {} }) }),
  } as unknown as ExecutionContext;
  await expect(guard.canActivate(context)).rejects.toMatchObject({ code: 'session.missing' });
});
