import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CoreApp } from '../support/core-app.js';

const after = new AsyncDisposableStack();
let core: CoreApp;
let plain: CoreApp;
beforeAll(async () => {
  core = after.use(await CoreApp.start({ TRUSTED_PROXIES: '127.0.0.1, ::1' }));
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
  ['an address of the United Kingdom', '81.2.69.142', 'GB'],
  ['one behind what the client wrote itself', '8.8.8.8, 81.2.69.142', 'GB'],
  ['one of IPv6', '2a02:8010::1', 'GB'],
  ['IPv4 written as IPv6', '::ffff:81.2.69.142', 'GB'],
  ['one of Ireland', '87.192.0.1', 'IE'],
  ['a private address', '10.1.2.3', ''],
  ['a private address of IPv6', 'fd00::1', ''],
  ['no address', 'nonsense', ''],
  ['nobody but a proxy', undefined, ''],
])('%s is in its country, as far as anybody knows [row 217] [row 389]', async (_, address, country) => {
  expect(await locationOf(address)).toEqual({ country_code: country, city: '' });
});

test('what a client says of itself is not believed without a proxy', async () => {
  expect(await locationOf('81.2.69.142', plain)).toEqual({ country_code: '', city: '' });
});

test('whoever asks all the time is told to wait', async () => {
  const headers = { 'x-forwarded-for': '81.2.69.143' };
  const ask = async () => (await core.call('GET', '/get-user-location', { headers })).status;
  const statuses: number[] = [];
  for (let turn = 0; turn < 121; turn += 1) statuses.push(await ask());
  expect(statuses.slice(0, 120).every((status) => status === 200)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
});
