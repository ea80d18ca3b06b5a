import { expect, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { PersonalDataService, type PersonalDataSource } from './personal-data.service.js';

const tx = {} as EntityManager;

/** A registry of two features, and the calls that the features received. */
function aRegistry(own: Partial<PersonalDataSource> = {}) {
  const received: unknown[] = [];
  const receive =
    (name: string, what: string) =>
    (of: unknown, ...rest: unknown[]) => {
      received.push([name, what, of === tx, ...rest]);
      return Promise.resolve();
    };
  const data = new PersonalDataService();
  data.register({
    name: 'sessions',
    exportOf: (_, userId) => Promise.resolve([userId]),
    forget: receive('sessions', 'forget'),
  });
  data.register({
    name: 'account',
    exportOf: () => Promise.resolve({}),
    refuseLeaving: receive('account', 'stay'),
    ...own,
  });
  data.forgotten.add(receive('mails', 'forget'));
  return { data, received };
}

test('the export has a part of each feature, in the order of their names', async () => {
  const exported = await aRegistry().data.exportEverything(tx, 'anna');
  expect(Object.entries(exported)).toEqual([
    ['account', {}],
    ['sessions', ['anna']],
  ]);
});

test('every feature that stores identifying data deletes it', async () => {
  const { data, received } = aRegistry();
  await data.forgotten.notify(tx, 'anna', ['anna@example.com']);
  expect(received).toEqual([
    ['sessions', 'forget', true, 'anna', ['anna@example.com']],
    ['mails', 'forget', true, 'anna', ['anna@example.com']],
  ]);
});

test('a person cannot leave while a feature has an open process for them', async () => {
  const { data, received } = aRegistry();
  await data.checkMayLeave(tx, 'anna');
  expect(received).toEqual([['account', 'stay', true, 'anna']]);
  const busy = aRegistry({ refuseLeaving: () => Promise.reject(new Error('printing')) });
  await expect(busy.data.checkMayLeave(tx, 'anna')).rejects.toThrow('printing');
});
