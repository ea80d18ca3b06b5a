import type { ExecutionContext } from '@nestjs/common';
import { expect, test } from '@jest/globals';
import { calls } from '@sixpence/contracts/http/calls';
import { Answers } from '../../platform/http/call.decorator.js';
import type { BudgetsService } from '../../platform/http/network/budgets.service.js';
import type { NetworksService } from '../../platform/http/network/networks.service.js';
import { SessionGuard } from './session.guard.js';
import type { SessionsService } from './sessions.service.js';

const never = (): never => {
  throw new Error('The test does not call this');
};

class Routes {
  @Answers(calls.fetchDocuments)
  session() {
    return never();
  }

  @Answers(calls.qrAuth)
  codes() {
    return never();
  }

  @Answers(calls.healthz)
  open() {
    return never();
  }

  @Answers(calls.jobDocument)
  signed() {
    return never();
  }

  unnamed() {
    return never();
  }
}

const anna = { userId: 'anna', sessionId: 'one', email: 'anna@example.com', wasSeenLately: false };
const headers = { cookie: 'sixpence=a', 'user-agent': 'Firefox' };

/** A guard that finds the session of `headers.cookie`. `did` lists the calls that the guard made. */
function aGuard({ type = 'http', refuses = '' } = {}) {
  const did: unknown[] = [];
  const note =
    (name: string) =>
    (...given: unknown[]) => {
      did.push([name, ...given]);
      return name === refuses ? Promise.reject(new Error(name)) : Promise.resolve();
    };
  const sessions = {
    personFromCookies: (cookie?: string) => Promise.resolve(cookie === headers.cookie ? anna : undefined),
    recordUse: note('use'),
  } as unknown as SessionsService;
  const budgets = {
    takeFromPerson: note('person'),
    takeFromNetwork: note('network'),
  } as unknown as BudgetsService;
  const networks = { networkOf: (raw: unknown) => `of ${String(raw)}` } as unknown as NetworksService;
  const guard = new SessionGuard(sessions, budgets, networks);
  const ask = async (route: keyof Routes, cookie?: string) => {
    const request: { signedIn?: unknown } = { raw: 'raw', headers: { ...headers, cookie } } as object;
    const context = {
      getType: () => type,
      getHandler: (): unknown => Reflect.get(Routes.prototype, route),
      switchToHttp: () => ({ getRequest: () => request }),
    } as unknown as ExecutionContext;
    const isAllowed = await guard.canActivate(context);
    return { isAllowed, signedIn: request.signedIn };
  };
  return { did, ask };
}

test.each([
  ['session', 'session.missing'],
  ['codes', 'session.required'],
  ['unnamed', 'session.missing'],
] as const)('the route "%s" without a session is refused with %s', async (route, code) => {
  const { did, ask } = aGuard();
  await expect(ask(route)).rejects.toMatchObject({ code });
  await expect(ask(route, 'sixpence=other')).rejects.toMatchObject({ code });
  expect(did).toEqual([]);
});

test.each(['open', 'signed'] as const)('the route "%s" needs no session, and reads none', async (route) => {
  const { did, ask } = aGuard();
  expect(await ask(route, headers.cookie)).toEqual({ isAllowed: true, signedIn: undefined });
  expect(did).toEqual([]);
});

test('a call with a session takes from the budget of its person, then of its network, and its use is recorded', async () => {
  const { did, ask } = aGuard();
  expect(await ask('session', headers.cookie)).toEqual({ isAllowed: true, signedIn: anna });
  expect(did).toEqual([
    ['person', expect.objectContaining({ path: '/fetch-documents' }), 'anna'],
    ['network', expect.objectContaining({ path: '/fetch-documents' }), 'of raw'],
    ['use', anna, 'Firefox'],
  ]);
});

test('a route that is not in the table of calls takes from no budget, and gets the signed-in person', async () => {
  const { did, ask } = aGuard();
  expect(await ask('unnamed', headers.cookie)).toEqual({ isAllowed: true, signedIn: anna });
  expect(did).toEqual([['use', anna, 'Firefox']]);
});

test.each([
  ['person', ['person']],
  ['network', ['person', 'network']],
])('a call that the budget of the %s refuses takes from no further budget', async (refuses, names) => {
  const { did, ask } = aGuard({ refuses });
  await expect(ask('session', headers.cookie)).rejects.toThrow(refuses);
  expect(did.map((entry) => (entry as string[])[0])).toEqual(names);
});

test('the guard lets events of sockets pass, because the gateways check sessions', async () => {
  expect(await aGuard({ type: 'ws' }).ask('session')).toEqual({ isAllowed: true, signedIn: undefined });
});
