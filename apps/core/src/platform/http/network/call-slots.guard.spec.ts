import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { ExecutionContext } from '@nestjs/common';
import { afterEach, expect, test } from '@jest/globals';
import { calls } from '@sixpence/contracts/http/calls';
import { fastify, type FastifyInstance } from 'fastify';
import type { CoreConfig } from '../../process/config.js';
import { Answers } from '../call.decorator.js';
import { CallSlotsGuard, freeSlotsOfCalls } from './call-slots.guard.js';
import { CallSlotsService } from './call-slots.service.js';
import type { NetworksService } from './networks.service.js';

const never = (): never => {
  throw new Error('The test does not call this');
};

class Routes {
  @Answers(calls.stripeWebhook)
  webhook() {
    return never();
  }

  @Answers(calls.googleCallback)
  callback() {
    return never();
  }

  @Answers(calls.emailLogin)
  signIn() {
    return never();
  }

  @Answers(calls.validateSession)
  validate() {
    return never();
  }

  @Answers(calls.fileUpload)
  upload() {
    return never();
  }

  @Answers(calls.stripePaymentIntent)
  topUp() {
    return never();
  }

  @Answers(calls.receipt)
  receipt() {
    return never();
  }
}

/** Calls from one network, which has one slot; each person has two. */
function aNetwork() {
  const slots = new CallSlotsService({ DATABASE_POOL: 4 } as CoreConfig);
  const networks = { networkOf: () => '192.0.2.1' } as unknown as NetworksService;
  const guard = new CallSlotsGuard(slots, networks);
  return async (route: keyof Routes, work: () => Promise<unknown>, userId?: string): Promise<void> => {
    const heldSlots: (() => void)[] = [];
    const request = { raw: {}, heldSlots, ...(userId !== undefined && { signedIn: { userId } }) };
    const context = {
      getHandler: (): unknown => Reflect.get(Routes.prototype, route),
      switchToHttp: () => ({ getRequest: () => request }),
    } as unknown as ExecutionContext;
    expect(await guard.canActivate(context)).toBe(true);
    await work();
    for (const free of heldSlots) free();
  };
}

test.each<[string, keyof Routes, keyof Routes]>([
  ['sign-ins use the slots, the check of a session is answered', 'signIn', 'validate'],
  ['sign-ins use the slots, a signed webhook is answered', 'signIn', 'webhook'],
  [
    'callbacks that wait for an identity provider use their slots, sign-ins are answered',
    'callback',
    'signIn',
  ],
  ['sign-ins use the slots, callbacks of identity providers are answered', 'signIn', 'callback'],
])('while in one network %s', async (_, slow, other) => {
  const call = aNetwork();
  let end: () => void = () => undefined;
  const first = new Promise<void>((resolve) => (end = resolve));
  const answers: unknown[] = [];
  const kept = Array.from({ length: 20 }, async () => {
    await call(slow, () => first);
    answers.push(slow);
  });
  const answered = call(other, () => Promise.resolve()).then(() => answers.push(other));
  await turn();
  expect(answers).toEqual([other]);
  end();
  await Promise.all([...kept, answered]);
});

test('callbacks of identity providers have a limited number of slots, too', async () => {
  const call = aNetwork();
  let begun = 0;
  let end: () => void = () => undefined;
  const first = new Promise<void>((resolve) => (end = resolve));
  const work = () => {
    begun += 1;
    return first;
  };
  const callbacks = Array.from({ length: 20 }, () => call('callback', work));
  await turn();
  expect(begun).toBe(1);
  end();
  await Promise.all(callbacks);
  expect(begun).toBe(20);
});

test('waiting calls of a user occupy two slots only; other users, payments, and files are not delayed', async () => {
  const call = aNetwork();
  const begun: string[] = [];
  const ask = (userId: string, route: keyof Routes, answered: Promise<void>) => {
    const work = () => {
      begun.push(`${userId} ${route}`);
      return answered;
    };
    return call(route, work, userId);
  };
  let end: () => void = () => undefined;
  const waits = new Promise<void>((resolve) => (end = resolve));
  const kept = Array.from({ length: 20 }, () => ask('stranger', 'upload', waits));
  await turn();
  expect(begun).toEqual(['stranger upload', 'stranger upload']);
  await ask('stranger', 'topUp', Promise.resolve());
  await ask('stranger', 'receipt', Promise.resolve());
  await ask('other', 'upload', Promise.resolve());
  expect(begun.slice(2)).toEqual(['stranger topUp', 'stranger receipt', 'other upload']);
  end();
  await Promise.all(kept);
  expect(begun).toHaveLength(23);
});

const open: FastifyInstance[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

/** A server with a route whose calls have slots. `freed` lists the queries of the calls that freed theirs. */
function aServer(answer: () => Promise<unknown>) {
  const server = fastify() as unknown as FastifyInstance;
  open.push(server);
  const freed: unknown[] = [];
  freeSlotsOfCalls(server);
  server.get(calls.validateSession.path, async (request: { query: unknown; heldSlots?: (() => void)[] }) => {
    request.heldSlots?.push(() => freed.push(request.query));
    return answer();
  });
  return { server, freed };
}

test.each([
  ['is answered', () => Promise.resolve({}), 200],
  ['fails', () => Promise.reject(new Error('It fails')), 500],
  ['has an answer that cannot be written', () => Promise.resolve({ large: 1n }), 500],
])('a call that %s frees its slot once', async (_, answer, status) => {
  const { server, freed } = aServer(answer);
  expect((await server.inject(`${calls.validateSession.path}?one=1`)).statusCode).toBe(status);
  expect(freed).toEqual([{ one: '1' }]);
});

test('a HEAD of a call frees its slot once', async () => {
  const { server, freed } = aServer(() => Promise.resolve({}));
  const { statusCode } = await server.inject({ method: 'HEAD', url: `${calls.validateSession.path}?one=1` });
  expect([statusCode, freed]).toEqual([200, [{ one: '1' }]]);
});

test('a call takes no slot on a route that would not free it', async () => {
  const slots = new CallSlotsService({ DATABASE_POOL: 4 } as CoreConfig);
  const networks = { networkOf: () => '192.0.2.1' } as unknown as NetworksService;
  const context = {
    getHandler: (): unknown => Reflect.get(Routes.prototype, 'signIn'),
    switchToHttp: () => ({ getRequest: () => ({ raw: {} }) }),
  } as unknown as ExecutionContext;
  const taking = new CallSlotsGuard(slots, networks).canActivate(context);
  await expect(taking).rejects.toThrow('The route of POST /email-login frees no slots');
});

test('a client that hangs up frees the slot of its call only when the call has ended', async () => {
  let begin: () => void = () => undefined;
  let end: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const ended = new Promise<void>((resolve) => (end = resolve));
  const { server, freed } = aServer(() => {
    begin();
    return ended;
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const accepted = once(server.server, 'connection') as Promise<[Socket]>;
  const client = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET /validate-session HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [socket] = await accepted;
  await begun;
  client.destroy();
  await once(socket, 'close');
  expect(freed).toEqual([]);
  end();
  await turn();
  expect(freed).toEqual([{}]);
});
