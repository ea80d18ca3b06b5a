import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CitiesService } from '@sixpence/core/nearby/cities.service';
import { shortLivedFolder } from '@sixpence/sandbox/testing/short-lived-folder';
import { CoreApp } from '../../support/core/core-app.js';
import { mmdbOf } from '../../support/documents/mmdb.js';

const after = new AsyncDisposableStack();
let core: CoreApp;
let plain: CoreApp;
const folder = shortLivedFolder('sixpence-cities-');
const cities = join(folder, 'cities.mmdb');
beforeAll(async () => {
  after.defer(() => rm(folder, { recursive: true, force: true }));
  const database = mmdbOf({
    '81.2.69.0/24': { city: { names: { en: 'London', de: 'London an der Themse' } } },
    '2a02:8010::/32': { city: 'Leeds', country_code: 'GB' },
    '81.2.70.0/24': { city: '' },
    '8.8.8.0/24': { city: { names: { de: 'Ohne englischen Namen' } } },
  });
  await writeFile(cities, database);
  core = after.use(await CoreApp.start({ TRUSTED_PROXIES: '127.0.0.1, ::1', CITY_DATABASE: cities }));
  plain = after.use(await CoreApp.start());
});
afterAll(() => after.disposeAsync());

const locationOf = async (address: string | undefined, of = core) => {
  const headers: Record<string, string> = address === undefined ? {} : { 'x-forwarded-for': address };
  const answer = await of.call('GET', '/get-user-location', { headers });
  expect(answer.status).toBe(200);
  return (await answer.json()) as unknown;
};

test.each([
  ['an address of the United Kingdom', '81.2.69.142', 'GB', 'London'],
  ['an address after one that the client forged', '8.8.8.8, 81.2.69.142', 'GB', 'London'],
  ['an address of IPv6', '2a02:8010::1', 'GB', 'Leeds'],
  ['an address of IPv4 in IPv6 notation', '::ffff:81.2.69.142', 'GB', 'London'],
  ['an address of Ireland', '87.192.0.1', 'IE', ''],
  ['an address whose city has no English name', '8.8.8.8', 'US', ''],
  ['a private address', '10.1.2.3', '', ''],
  ['a private address of IPv6', 'fd00::1', '', ''],
  ['a malformed address', 'nonsense', '', ''],
  ['a call without a forwarded address', undefined, '', ''],
])(
  '%s gets the country and city that the database has for it [row 217] [row 389]',
  async (_, address, country, city) => {
    expect(await locationOf(address)).toEqual({ country_code: country, city });
  },
);

test('without a city database no city is known [row 217] [row 389]', async () => {
  const without = new CitiesService({ CITY_DATABASE: '' });
  await without.onModuleInit();
  expect(without.cityOf('81.2.69.142')).toBeUndefined();
  const known = core.app.get(CitiesService);
  expect(['81.2.69.0/24', '81.2.70.0/24', 'nonsense'].map((network) => known.cityOf(network))).toEqual([
    'London',
    undefined,
    undefined,
  ]);
});

test.each([
  ['does not exist', 'none.mmdb', undefined],
  ['is no database', 'text.mmdb', 'London, Leeds'],
])('core does not start with a city database that %s', async (_, name, text) => {
  const file = join(folder, name);
  if (text !== undefined) await writeFile(file, text);
  const begin = () => new CitiesService({ CITY_DATABASE: file }).onModuleInit();
  await expect(begin()).rejects.toThrow(/^CITY_DATABASE: .* cannot be read; name a city database/);
});

test('without a proxy the forwarded address is ignored', async () => {
  expect(await locationOf('81.2.69.142', plain)).toEqual({ country_code: '', city: '' });
});

test('more than 120 calls in a row are answered 429', async () => {
  const headers = { 'x-forwarded-for': '81.2.69.143' };
  const ask = async () => (await core.call('GET', '/get-user-location', { headers })).status;
  const statuses: number[] = [];
  for (let turn = 0; turn < 121; turn += 1) statuses.push(await ask());
  expect(statuses.slice(0, 120).every((status) => status === 200)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
});
