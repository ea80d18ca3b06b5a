import { expect, test } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { refusalOf } from './database-refusal.js';

const raised = (code: string, message: string) =>
  new QueryFailedError('SELECT 1', [], Object.assign(new Error(message), { code }));

test.each([
  ['inside the error of TypeORM', raised('SX001', 'quote.changed')],
  ['as the driver throws it', Object.assign(new Error('quote.changed'), { code: 'SX001' })],
])('a refusal that the database raises is found %s; the thrown error is its cause', (_, error) => {
  expect(refusalOf(error)).toMatchObject({ name: 'Refusal', code: 'quote.changed', cause: error });
});

test.each([
  ['another state', raised('P0001', 'quote.changed')],
  ['a code that is in no table', raised('SX001', 'quote.gone')],
  ['the name of a property of all objects', raised('SX001', 'constructor')],
  ['a thrown text', 'quote.changed'],
])('%s is no refusal', (_, error) => {
  expect(refusalOf(error)).toBeUndefined();
});
