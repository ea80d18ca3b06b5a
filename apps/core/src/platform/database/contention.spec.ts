import { expect, test } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { isContention } from './contention.js';

const fromDatabase = (code: string) => Object.assign(new Error('the database says no'), { code });
const wrapped = (code: string) => new QueryFailedError('SELECT 1', [], fromDatabase(code));

test.each([
  ['a serialization failure', true, wrapped('40001')],
  ['a deadlock', true, wrapped('40P01')],
  ['a deadlock that is the cause of another error', true, new Error('outer', { cause: wrapped('40P01') })],
  ['a lock timeout (55P03)', false, wrapped('55P03')],
  ['a violation of a unique constraint (23505)', false, wrapped('23505')],
  ['an error of our own', false, new Error('40001')],
  ['no error at all', false, '40001'],
])('%s: contention is %s', (_what, expected, error) => {
  expect(isContention(error)).toBe(expected);
});
