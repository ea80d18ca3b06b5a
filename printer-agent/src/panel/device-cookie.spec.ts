import { expect, test } from '@jest/globals';
import { deviceCookie, deviceTokenOf, hashDeviceToken, newDeviceToken } from './device-cookie.js';

test('a device token is read from its cookie, among other cookies', () => {
  const token = newDeviceToken();
  const cookiePair = deviceCookie(token).split(';')[0];
  expect(deviceTokenOf({ cookie: `sixpence=of-the-site; ${cookiePair}; other=1` })).toBe(token);
  expect(hashDeviceToken(token)).not.toContain(token);
});

test.each([undefined, '', 'sixpence-panel=', 'sixpence-panel=short', `x-sixpence-panel=${newDeviceToken()}`])(
  'the cookies %j contain no device token',
  (cookie) => {
    expect(deviceTokenOf(cookie === undefined ? {} : { cookie })).toBeUndefined();
  },
);

test.each([
  [false, ''],
  [true, '; Secure'],
])(
  'a cookie lasts 400 days, is sent to this host only, and is hidden from scripts (over TLS: %p)',
  (secure, more) => {
    const attributes = `Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax${more}`;
    expect(deviceCookie('token', secure)).toBe(`sixpence-panel=token; ${attributes}`);
  },
);

test('each device has its own token of 256 bits', () => {
  const [one, other] = [newDeviceToken(), newDeviceToken()];
  expect(Buffer.from(one, 'base64url')).toHaveLength(32);
  expect(one).not.toBe(other);
  expect(hashDeviceToken(one)).not.toBe(hashDeviceToken(other));
});
