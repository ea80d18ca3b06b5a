import { expect, test } from '@jest/globals';
import { deviceCookie, deviceFromCookies, newDevice } from './device-cookie.js';

const [secretKey, publicUrl] = [Buffer.alloc(32, 1), 'https://print.example.com'];
const owner = { id: 'anna', passwordHash: 'hash' };
const device = newDevice(owner, secretKey);
const known = (value: string, of = owner as { id: string; passwordHash: string | null }, key = secretKey) =>
  deviceFromCookies(`__Host-sixpence-device=${value}`, { owner: of, secretKey: key, publicUrl });

test('the account recognises a device by its cookie', () => {
  expect(known(device.value)).toEqual(device);
  expect(deviceCookie(publicUrl, device, 60)).toContain(`__Host-sixpence-device=${device.value}; `);
  expect(newDevice(owner, secretKey).id).not.toBe(device.id);
  const without = { id: 'anna', passwordHash: null };
  expect(known(newDevice(without, secretKey).value, without)).toBeDefined();
});

test('a device is not recognised by another account, after a new password, or under another key', () => {
  const [id = '', signature = ''] = device.value.split('.');
  expect([
    known(device.value, { ...owner, id: 'ben' }),
    known(device.value, { ...owner, passwordHash: 'new' }),
    known(device.value, { ...owner, passwordHash: null }),
    known(device.value, owner, Buffer.alloc(32, 2)),
    known(`${'A'.repeat(22)}.${signature}`),
    known(`${id}.${'A'.repeat(43)}`),
    known(id),
    deviceFromCookies(undefined, { owner, secretKey, publicUrl }),
  ]).toEqual(Array(8).fill(undefined));
});
