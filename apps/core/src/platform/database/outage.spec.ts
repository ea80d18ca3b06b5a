import { expect, test } from '@jest/globals';
import { QueryRunnerAlreadyReleasedError } from 'typeorm';
import { isOutage } from './outage.js';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

test.each(['08006', '53300', '57P01', '57014', '55P03', 'ECONNREFUSED', 'ECONNRESET'])(
  '%s is an outage',
  (code) => expect(isOutage(withCode(code))).toBe(true),
);

test.each(['23505', '23514', '42P01'])('%s is a defect', (code) =>
  expect(isOutage(withCode(code))).toBe(false),
);

test('a transaction whose connection was cut is an outage', () => {
  expect(isOutage(new QueryRunnerAlreadyReleasedError())).toBe(true);
});

test('an outage is found inside ORM errors and other errors', () => {
  expect(isOutage(Object.assign(new Error('query failed'), { driverError: withCode('57P03') }))).toBe(true);
  expect(isOutage(new Error('upload failed', { cause: withCode('EPIPE') }))).toBe(true);
});
