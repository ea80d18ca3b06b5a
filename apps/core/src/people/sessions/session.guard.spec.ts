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

class Doors {
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

/** A guard of people with this cookie, and what it did. */
function guarding({ type = 'http', refuses = '' } = {}) {
  const did: unknown[] = [];
  const note =
    (name: string) =>
    (...given: unknown[]) => {
      did.push([name, ...given]);
      return name === refuses ? Promise.reject(new Error(name)) : Promise.resolve();
    };
  const sessions = {
    fromCookies: (cookie?: string) => Promise.resolve(cookie === headers.cookie ? anna : undefined),
    noteSight: note('sight'),
  } as unknown as SessionsService;
  const budgets = {
    takeFromPerson: note('person'),
    takeFromNetwork: note('network'),
  } as unknown as BudgetsService;
  const networks = { networkOf: (raw: unknown) => `of ${String(raw)}` } as unknown as NetworksService;
  const guard = new SessionGuard(sessions, budgets, networks);
  const ask = async (door: keyof Doors, cookie?: string) => {
    const request: { signedIn?: unknown } = { raw: 'raw', headers: { ...headers, cookie } } as object;
    const context = {
      getType: () => type,
      getHandler: (): unknown => Reflect.get(Doors.prototype, door),
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
] as const)('the route "%s" without a session is refused with %s', async (door, code) => {
  const { did, ask } = guarding();
  await expect(ask(door)).rejects.toMatchObject({ code });
  await expect(ask(door, 'sixpence=other')).rejects.toMatchObject({ code });
  expect(did).toEqual([]);
});

test.each(['open', 'signed'] as const)('the route "%s" needs no session, and reads none', async (door) => {
  const { did, ask } = guarding();
  expect(await ask(door, headers.cookie)).toEqual({ isAllowed: true, signedIn: undefined });
  expect(did).toEqual([]);
});

test('a session counts for its person, then for its network, and is seen', async () => {
  const { did, ask } = guarding();
  expect(await ask('session', headers.cookie)).toEqual({ isAllowed: true, signedIn: anna });
  expect(did).toEqual([
    ['person', expect.objectContaining({ path: '/fetch-documents' }), 'anna'],
    ['network', expect.objectContaining({ path: '/fetch-documents' }), 'of raw'],
    ['sight', anna, 'Firefox'],
  ]);
});

test('a route without a row has no budget, and its person is known', async () => {
  const { did, ask } = guarding();
  expect(await ask('unnamed', headers.cookie)).toEqual({ isAllowed: true, signedIn: anna });
  expect(did).toEqual([['sight', anna, 'Firefox']]);
});

test.each([
  ['person', ['person']],
  ['network', ['person', 'network']],
])('a call that the budget of the %s refuses takes nothing further', async (refuses, names) => {
  const { did, ask } = guarding({ refuses });
  await expect(ask('session', headers.cookie)).rejects.toThrow(refuses);
  expect(did.map((entry) => (entry as string[])[0])).toEqual(names);
});

test('sockets have guards of their own', async () => {
  expect(await guarding({ type: 'ws' }).ask('session')).toEqual({ isAllowed: true, signedIn: undefined });
});
