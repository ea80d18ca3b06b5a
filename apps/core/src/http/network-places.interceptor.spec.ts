import { setImmediate as turn } from 'node:timers/promises';
import type { CallHandler, ExecutionContext } from '@nestjs/common';
import { expect, test } from '@jest/globals';
import { calls } from '@sixpence/contracts/http/calls';
import { firstValueFrom, from, of } from 'rxjs';
import type { CoreConfig } from '../process/config.js';
import { Answers } from './call.decorator.js';
import { NetworkPlacesInterceptor } from './network-places.interceptor.js';
import { NetworkPlacesService } from './network-places.service.js';
import type { NetworksService } from './networks.service.js';

class Visitors {
  @Answers(calls.emailLogin)
  signIn() {
    return { success: true };
  }

  @Answers(calls.validateSession)
  validate() {
    return { valid: true };
  }
}

test('while a hall signs in, others there hear at once whether they have a session', async () => {
  const places = new NetworkPlacesService({ DATABASE_POOL: 4 } as CoreConfig);
  const interceptor = new NetworkPlacesInterceptor(places, {
    of: () => '192.0.2.1',
  } as unknown as NetworksService);
  const asked = async (method: keyof Visitors, handler: CallHandler) => {
    const context = {
      getHandler: () => Visitors.prototype[method],
      switchToHttp: () => ({ getRequest: () => ({ raw: {} }) }),
    } as unknown as ExecutionContext;
    return firstValueFrom(await interceptor.intercept(context, handler));
  };
  let end: () => void = () => undefined;
  const first = new Promise<void>((resolve) => (end = resolve));
  let signedIn = 0;
  const signIns = Array.from({ length: 20 }, async () => {
    await asked('signIn', { handle: () => from(first) });
    signedIn += 1;
  });
  const answers: unknown[] = [];
  const validated = asked('validate', { handle: () => of('valid') }).then((answer) => answers.push(answer));
  await turn();
  expect([signedIn, ...answers]).toEqual([0, 'valid']);
  end();
  await Promise.all([...signIns, validated]);
});
