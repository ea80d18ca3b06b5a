import { expect, test } from '@jest/globals';
import { QueryRunnerAlreadyReleasedError } from 'typeorm';
import { isOutage } from './outage.js';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

test.each([
  ...['08006', '53300', '57P01', '57014', '55P03', '25P03', '25P04', 'ECONNREFUSED', 'ECONNRESET'],
  ...['EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'],
])('%s is an outage', (code) => expect(isOutage(withCode(code))).toBe(true));

test.each(['23505', '23514', '42P01', '55P02', '25P02', '080060', 'XEPIPE', 'EPIPES', ''])(
  '%s is a defect',
  (code) => expect(isOutage(withCode(code))).toBe(false),
);

test.each([
  ['Connection terminated unexpectedly', true],
  ['timeout exceeded when trying to connect', true],
  ['timeout expired', true],
  ['timeout', false],
])('the driver’s sentence "%s" is an outage: %j', (sentence, expected) => {
  expect(isOutage(new Error(sentence))).toBe(expected);
  expect(isOutage(sentence)).toBe(false);
});

test('a transaction whose connection was cut is an outage', () => {
  expect(isOutage(new QueryRunnerAlreadyReleasedError())).toBe(true);
});

test('an outage is found inside ORM errors and other errors', () => {
  expect(isOutage(Object.assign(new Error('query failed'), { driverError: withCode('57P03') }))).toBe(true);
  expect(isOutage(new Error('upload failed', { cause: withCode('EPIPE') }))).toBe(true);
});
