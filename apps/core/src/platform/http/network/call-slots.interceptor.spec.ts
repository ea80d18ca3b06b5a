import { setImmediate as turn } from 'node:timers/promises';
import type { CallHandler, ExecutionContext } from '@nestjs/common';
import { expect, test } from '@jest/globals';
import { calls } from '@sixpence/contracts/http/calls';
import { firstValueFrom, from, of } from 'rxjs';
import type { CoreConfig } from '../../process/config.js';
import { Answers } from '../call.decorator.js';
import { CallSlotsInterceptor } from './call-slots.interceptor.js';
import { CallSlotsService } from './call-slots.service.js';
import type { NetworksService } from './networks.service.js';

class Visitors {
  @Answers(calls.stripeWebhook)
  hearOfPayment() {
    return {};
  }

  @Answers(calls.googleCallback)
  comeBack() {
    return undefined;
  }

  @Answers(calls.emailLogin)
  signIn() {
    return { success: true };
  }

  @Answers(calls.validateSession)
  validate() {
    return { valid: true };
  }
}

class People {
  @Answers(calls.fileUpload)
  upload(): never {
    throw new Error('The test does not call this');
  }

  @Answers(calls.stripePaymentIntent)
  topUp(): never {
    throw new Error('The test does not call this');
  }

  @Answers(calls.receipt)
  receipt(): never {
    throw new Error('The test does not call this');
  }
}

/** Calls from one network, which has one slot. */
function aNetwork() {
  const slots = new CallSlotsService({ DATABASE_POOL: 4 } as CoreConfig);
  const networks = { networkOf: () => '192.0.2.1' } as unknown as NetworksService;
  const interceptor = new CallSlotsInterceptor(slots, networks);
  return async (method: keyof Visitors, handler: CallHandler): Promise<unknown> => {
    const context = {
      getHandler: () => Visitors.prototype[method],
      switchToHttp: () => ({ getRequest: () => ({ raw: {} }) }),
    } as unknown as ExecutionContext;
    return firstValueFrom(await interceptor.intercept(context, handler));
  };
}

test.each<[string, keyof Visitors, keyof Visitors]>([
  ['sign-ins use the slots, the check of a session is answered', 'signIn', 'validate'],
  ['sign-ins use the slots, a signed webhook is answered', 'signIn', 'hearOfPayment'],
  [
    'callbacks that wait for an identity provider use their slots, other people sign in',
    'comeBack',
    'signIn',
  ],
  ['sign-ins use the slots, callbacks of identity providers are answered', 'signIn', 'comeBack'],
])('while in one network %s', async (_, slow, other) => {
  const asked = aNetwork();
  let end: () => void = () => undefined;
  const first = new Promise<void>((resolve) => (end = resolve));
  const answers: unknown[] = [];
  const kept = Array.from({ length: 20 }, async () => {
    await asked(slow, { handle: () => from(first) });
    answers.push(slow);
  });
  const answered = asked(other, { handle: () => of(other) }).then((answer) => answers.push(answer));
  await turn();
  expect(answers).toEqual([other]);
  end();
  await Promise.all([...kept, answered]);
});

test('callbacks of identity providers have a limited number of slots, too', async () => {
  const asked = aNetwork();
  let begun = 0;
  let end: () => void = () => undefined;
  const first = new Promise<void>((resolve) => (end = resolve));
  const handle = () => {
    begun += 1;
    return from(first);
  };
  const callbacks = Array.from({ length: 20 }, () => asked('comeBack', { handle }));
  await turn();
  expect(begun).toBe(1);
  end();
  await Promise.all(callbacks);
  expect(begun).toBe(20);
});

test('waiting calls of a user use two slots only; other users, payments, and files continue', async () => {
  const slots = new CallSlotsService({ DATABASE_POOL: 4 } as CoreConfig);
  const networks = { networkOf: () => '192.0.2.1' } as unknown as NetworksService;
  const interceptor = new CallSlotsInterceptor(slots, networks);
  const begun: string[] = [];
  const ask = async (userId: string, method: keyof People, answered: Promise<void>) => {
    const context = {
      getHandler: () => People.prototype[method],
      switchToHttp: () => ({ getRequest: () => ({ raw: {}, signedIn: { userId } }) }),
    } as unknown as ExecutionContext;
    const handle = () => {
      begun.push(`${userId} ${method}`);
      return from(answered);
    };
    return firstValueFrom(await interceptor.intercept(context, { handle }), { defaultValue: undefined });
  };
  let end: () => void = () => undefined;
  const waits = new Promise<void>((resolve) => (end = resolve));
  const kept = Array.from({ length: 20 }, () => ask('stranger', 'upload', waits));
  await turn();
  expect(begun).toEqual(['stranger upload', 'stranger upload']);
  await ask('stranger', 'topUp', Promise.resolve());
  await ask('stranger', 'receipt', Promise.resolve());
  await ask('honest', 'upload', Promise.resolve());
  expect(begun.slice(2)).toEqual(['stranger topUp', 'stranger receipt', 'honest upload']);
  end();
  await Promise.all(kept);
  expect(begun).toHaveLength(23);
});
