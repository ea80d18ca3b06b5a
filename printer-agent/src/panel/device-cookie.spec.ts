import { expect, test } from '@jest/globals';
import { deviceCookie, deviceTokenOf, hashDeviceToken, newDeviceToken } from './device-cookie.js';

test('a device token is read from its cookie, beside other cookies', () => {
  const token = newDeviceToken();
  const shown = deviceCookie(token).split(';')[0];
  expect(deviceTokenOf({ cookie: `sixpence=of-the-site; ${shown}; other=1` })).toBe(token);
  expect(hashDeviceToken(token)).not.toContain(token);
});

test.each([undefined, '', 'sixpence-panel=', 'sixpence-panel=short', `x-sixpence-panel=${newDeviceToken()}`])(
  'the cookies %j contain no device token',
  (cookie) => {
    expect(deviceTokenOf(cookie === undefined ? {} : { cookie })).toBeUndefined();
  },
);
