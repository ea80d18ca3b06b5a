import type { ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { expect, test } from '@jest/globals';
import type { Call } from '@sixpence/contracts/http/call';
import { z } from 'zod';
import { Answers, Asked } from './call.decorator.js';

const row = { summary: '', proof: 'none' } as const;
const anything = z.unknown();

/** The value that `@Asked` gives to the method of a call. */
function askedOf(call: Partial<Call> & Pick<Call, 'method'>, request: object): unknown {
  const whole: Call = { ...row, path: '/things', ...call };
  class Routes {
    @Answers(whole)
    open(@Asked() _asked: unknown) {
      return {};
    }
  }
  const [parameter] = Object.values(
    Reflect.getMetadata(ROUTE_ARGS_METADATA, Routes, 'open') as Record<
      string,
      { factory: (data: unknown, context: ExecutionContext) => unknown }
    >,
  );
  return parameter!.factory(undefined, {
    getHandler: (): unknown => Reflect.get(Routes.prototype, 'open'),
    switchToHttp: () => ({ getRequest: () => request }),
  } as unknown as ExecutionContext);
}

const request = { query: { from: 'query' }, body: { from: 'body', id: 'body' }, params: { id: 'path' } };
const inPath = { path: '/things/:id', request: anything };

test.each<[string, Parameters<typeof askedOf>[0], unknown]>([
  ['the query of a GET', { method: 'GET', request: anything }, { from: 'query' }],
  ['the body of a POST', { method: 'POST', request: anything }, { from: 'body', id: 'body' }],
  ['a form', { method: 'POST', body: 'form', request: anything }, { from: 'body', id: 'body' }],
  ['no raw body', { method: 'POST', body: 'raw', request: anything }, undefined],
  ['no file, but its path', { method: 'PUT', body: 'file', ...inPath }, { id: 'path' }],
  ['path and query of a GET', { method: 'GET', ...inPath }, { from: 'query', id: 'path' }],
  ['the path before the body', { method: 'POST', ...inPath }, { from: 'body', id: 'path' }],
])('the method of a call gets %s', (_, call, asked) => {
  expect(askedOf(call, request)).toEqual(asked);
});

test.each([[['id', 'body']], ['text'], [7]])('the body %j is validated as it is, not as fields', (body) => {
  expect(askedOf({ method: 'POST', ...inPath }, { ...request, body })).toEqual(body);
});

test('a request that breaks its contract is refused with the code of the row', () => {
  const broken = { method: 'POST', request: z.object({ id: z.int() }) } as const;
  expect(() => askedOf(broken, request)).toThrow(expect.objectContaining({ code: 'request.invalid' }));
  expect(() => askedOf({ ...broken, malformed: 'document.unknown' }, request)).toThrow(
    expect.objectContaining({ code: 'document.unknown' }),
  );
});

test('@Asked on a call without a request contract throws', () => {
  expect(() => askedOf({ method: 'POST' }, request)).toThrow('@Asked needs a call with a request contract');
});
