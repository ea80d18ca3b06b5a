import { expect, test } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { isContention } from './contention.js';

const fromDatabase = (code: string) => Object.assign(new Error('the database says no'), { code });
const wrapped = (code: string) => new QueryFailedError('SELECT 1', [], fromDatabase(code));

test.each([
  ['a serialization failure', wrapped('40001'), true],
  ['a deadlock', wrapped('40P01'), true],
  ['one that is the cause of another error', new Error('outer', { cause: wrapped('40P01') }), true],
  ['a lock that was not to be had in time', wrapped('55P03'), false],
  ['a value that is there already', wrapped('23505'), false],
  ['an error of our own', new Error('40001'), false],
  ['no error at all', '40001', false],
])('%s', (_what, error, expected) => {
  expect(isContention(error)).toBe(expected);
});
