import type { IncomingMessage } from 'node:http';
import { expect, test } from '@jest/globals';
import type { CoreConfig } from '../../process/config.js';
import { NetworksService } from './networks.service.js';

const networks = new NetworksService({ TRUSTED_PROXIES: ['10.0.0.0/8'] } as CoreConfig);

test.each([
  ['10.0.0.1', '2001:db8:1:2:3::7', '2001:db8:1:2::/64'],
  ['10.0.0.1', ['198.51.100.1', '203.0.113.7'], '203.0.113.7'],
  ['10.0.0.1', undefined, '10.0.0.1'],
  ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
  [undefined, '198.51.100.1', 'unknown'],
])(
  'a request from %s with the X-Forwarded-For %j comes from the network %s',
  (remoteAddress, forwarded, network) => {
    const request = { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } };
    expect(networks.networkOf(request as unknown as IncomingMessage)).toBe(network);
  },
);

test('only the configured proxies are trusted', () => {
  expect([networks.isTrusted('10.1.2.3'), networks.isTrusted('11.1.2.3')]).toEqual([true, false]);
});
