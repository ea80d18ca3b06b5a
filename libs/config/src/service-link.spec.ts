import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { loadConfig } from './load.js';
import { coreAddress, tokenVariable } from './service-link.js';

const schema = z.object({ CORE_URL: coreAddress, SERVICE_TOKEN: tokenVariable('the token of core') });
const good = { CORE_URL: 'https://print.example.com', SERVICE_TOKEN: '8f4e21c07b9a3d65e0f1a2b3c4d59687' };
const reading = (environment: object) => () => loadConfig(schema, { ...good, ...environment });

test.each([
  'https://core.internal:3000',
  'http://localhost:3000',
  'http://127.0.0.1:3000',
  'http://[::1]:3000',
])('core may be at %s', (address) => {
  expect(reading({ CORE_URL: address })().CORE_URL).toBe(address);
});

test.each(['core', 'ftp://core', ''])(
  'an invalid address of core is refused, naming its variable: %j',
  (address) => {
    expect(reading({ CORE_URL: address })).toThrow(/^ {2}CORE_URL: give the address of core/m);
  },
);

test.each([
  'http://core:3000',
  'http://10.0.0.7',
  'http://localhost.example.com',
  'http://127.0.0.1.example.com',
])('an unencrypted address of core is refused: %s', (address) => {
  expect(reading({ CORE_URL: address })).toThrow(/CORE_URL: use https/);
});

test.each([
  'x',
  'a'.repeat(64),
  'abcd'.repeat(12),
  '0'.repeat(31) + '1',
  'replace-this-with-a-long-random-token',
  good.SERVICE_TOKEN.slice(1),
])('a weak token is refused with the name of its variable: %s', (token) => {
  expect(reading({ SERVICE_TOKEN: token })).toThrow(
    /SERVICE_TOKEN: give the token of core: at least 32 random/,
  );
  expect(reading({ SERVICE_TOKEN: token })).not.toThrow(new RegExp(`: ${token}\\b`));
});
