import type { ExecutionContext } from '@nestjs/common';
import { expect, test } from '@jest/globals';
import { calls } from '@sixpence/contracts/http/calls';
import type { CoreConfig } from '../process/config.js';
import { Answers } from './call.decorator.js';
import { ServiceTokenGuard } from './service-token.guard.js';

class Calls {
  @Answers(calls.prepareConversion)
  converter(): never {
    throw new Error('The test does not call this');
  }

  @Answers(calls.mailSender)
  intake(): never {
    throw new Error('The test does not call this');
  }

  @Answers(calls.fetchDocuments)
  person(): never {
    throw new Error('The test does not call this');
  }
}

const tokens = { SERVICE_TOKEN: 'converters', INTAKE_TOKEN: 'mail' };

function allowed(method: keyof Calls, authorization: string | undefined, config = tokens): boolean | string {
  const context = {
    getHandler: () => Calls.prototype[method],
    switchToHttp: () => ({ getRequest: () => ({ headers: { authorization } }) }),
  } as unknown as ExecutionContext;
  try {
    return new ServiceTokenGuard(config as CoreConfig).canActivate(context);
  } catch (refusal) {
    return (refusal as { code: string }).code;
  }
}

test.each<[keyof Calls, string | undefined, boolean | string]>([
  ['converter', 'Bearer converters', true],
  ['converter', 'Bearer mail', 'service-token.missing'],
  ['converter', 'converters', 'service-token.missing'],
  ['converter', undefined, 'service-token.missing'],
  ['intake', 'Bearer mail', true],
  ['intake', 'Bearer converters', 'intake-token.missing'],
  ['person', undefined, true],
])('the call of a %s with %s is allowed: %s', (method, authorization, expected) => {
  expect(allowed(method, authorization)).toBe(expected);
});

test('calls of the intake are refused when no token is configured, also with an empty token', () => {
  for (const header of ['Bearer ', 'Bearer', undefined])
    expect(allowed('intake', header, { ...tokens, INTAKE_TOKEN: '' })).toBe('intake-token.missing');
});
