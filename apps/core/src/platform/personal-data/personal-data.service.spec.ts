import { expect, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { PersonalDataService, type Keeper } from './personal-data.service.js';

const tx = {} as EntityManager;

/** A registry of two features, and the calls that they heard. */
function aRegistry(own: Partial<Keeper> = {}) {
  const heard: unknown[] = [];
  const hear =
    (name: string, what: string) =>
    (of: unknown, ...rest: unknown[]) => {
      heard.push([name, what, of === tx, ...rest]);
      return Promise.resolve();
    };
  const data = new PersonalDataService();
  data.keptBy({
    name: 'sessions',
    tell: (_, userId) => Promise.resolve([userId]),
    forget: hear('sessions', 'forget'),
  });
  data.keptBy({ name: 'account', tell: () => Promise.resolve({}), stay: hear('account', 'stay'), ...own });
  data.forgotten.add(hear('mails', 'forget'));
  return { data, heard };
}

test('the export has a part of each feature, in the order of their names', async () => {
  const told = await aRegistry().data.everythingOf(tx, 'anna');
  expect(Object.entries(told)).toEqual([
    ['account', {}],
    ['sessions', ['anna']],
  ]);
});

test('every feature that keeps identifying data forgets it', async () => {
  const { data, heard } = aRegistry();
  await data.forgotten.tell(tx, 'anna', ['anna@example.com']);
  expect(heard).toEqual([
    ['sessions', 'forget', true, 'anna', ['anna@example.com']],
    ['mails', 'forget', true, 'anna', ['anna@example.com']],
  ]);
});

test('a feature with an open process keeps the person', async () => {
  const { data, heard } = aRegistry();
  await data.refuseWhileUnderWay(tx, 'anna');
  expect(heard).toEqual([['account', 'stay', true, 'anna']]);
  const busy = aRegistry({ stay: () => Promise.reject(new Error('printing')) });
  await expect(busy.data.refuseWhileUnderWay(tx, 'anna')).rejects.toThrow('printing');
});
