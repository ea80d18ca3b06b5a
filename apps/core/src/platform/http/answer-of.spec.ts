import { HttpException, NotFoundException } from '@nestjs/common';
import { expect, test } from '@jest/globals';
import { Refusal, refusals } from '@sixpence/contracts/refusals';
import { answerOf } from './answer-of.js';

const failing = (fields: object) => Object.assign(new Error('detail that stays here'), fields);

test('the answer to a refusal has its code, its sentence, and its retry time', () => {
  expect(answerOf(new Refusal('code.paused', 'Wait a minute.', 60))).toEqual({
    kind: 'refusal',
    status: 429,
    headers: { 'retry-after': '60' },
    body: { code: 'code.paused', message: 'Wait a minute.' },
    retryAfterSeconds: 60,
  });
});

test('the body of a refusal has the additional fields of the specification', () => {
  const refusal = new Refusal('payment.unknown', undefined, undefined, undefined, { found: false });
  expect(answerOf(refusal).body).toEqual({
    found: false,
    code: 'payment.unknown',
    message: refusals['payment.unknown'].sentence,
  });
});

test('a refusal without its own sentence has the sentence of the contract', () => {
  expect(answerOf(new Refusal('release.empty')).body.message).toBe(refusals['release.empty'].sentence);
});

test.each([
  ['a route that does not exist', new NotFoundException(), 'route.unknown'],
  ['a body that takes too long', failing({ statusCode: 408 }), 'request.timeout'],
  ['too many calls', failing({ statusCode: 429 }), 'request.too-many'],
  ['a dependency that is unavailable', new HttpException('', 503), 'service.unavailable'],
  ['a request that is invalid', failing({ statusCode: 400 }), 'request.invalid'],
  ['a client that disconnected', failing({ statusCode: 499 }), 'request.invalid'],
  ['a body that is too large', failing({ statusCode: 413 }), 'request.too-large'],
  ['a body of another type', failing({ statusCode: 415 }), 'request.media-type'],
  ['headers that are too long', failing({ statusCode: 431 }), 'request.headers'],
  ['any other error of the caller', failing({ statusCode: 418 }), 'request.invalid'],
] as const)('%s becomes a refusal of the contract', (_, error, code) => {
  expect(answerOf(error)).toMatchObject({
    kind: 'refusal',
    status: refusals[code].status,
    body: { code, message: refusals[code].sentence },
  });
});

test('an outage answers 503 with a retry time', () => {
  expect(answerOf(failing({ code: 'ECONNREFUSED' }))).toMatchObject({
    kind: 'outage',
    status: 503,
    headers: { 'retry-after': '5' },
    body: { code: 'service.unavailable' },
  });
});

test.each([
  failing({ statusCode: 500 }),
  failing({ statusCode: 399 }),
  failing({ statusCode: '404' }),
  failing({}),
  'a thrown text',
  undefined,
])('the answer to a defect has only a reference: %p', (error) => {
  const answer = answerOf(error);
  expect(answer).toMatchObject({ kind: 'defect', status: 500, body: { code: 'internal' } });
  expect(JSON.stringify(answer)).not.toContain('detail');
  expect(answer.body.message).toContain('reference' in answer ? answer.reference : 'no reference');
});
