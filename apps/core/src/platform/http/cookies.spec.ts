import { expect, test } from '@jest/globals';
import { setCookie, valueInCookies } from './cookies.js';

const [httpsUrl, localUrl] = ['https://print.example.com', 'http://localhost:3000'];
const pattern = /^[a-z]{3}$/;

test.each([
  [httpsUrl, '__Host-name=abc; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure'],
  [localUrl, 'name=abc; Path=/; HttpOnly; SameSite=Lax; Max-Age=60'],
])('a cookie of %s is %s', (publicUrl, header) => {
  expect(setCookie(publicUrl, { name: 'name', value: 'abc', maxAgeSeconds: 60 })).toBe(header);
});

test.each([
  ['name=abc', 'abc'],
  ['other=xyz;  name=abc ; last=1', 'abc'],
  ['name=longer; name=abc; name=xyz', 'abc'],
  ['name=abc=def', 'abc'],
  ['name', undefined],
  ['name=ABC', undefined],
  ['__Host-name=abc', undefined],
  ['rename=abc', undefined],
  [`name=abc; ${'x'.repeat(8_182)}`, 'abc'],
  [`name=abc; ${'x'.repeat(8_183)}`, undefined],
  [undefined, undefined],
])('of the cookies %.40s the value is %s (case %#)', (header, value) => {
  expect(valueInCookies(header, { publicUrl: localUrl, name: 'name', pattern })).toBe(value);
});
