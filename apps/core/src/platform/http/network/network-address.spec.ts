import { expect, test } from '@jest/globals';
import { clientAddress, trusting } from './network-address.js';

const isTrusted = trusting(['10.0.0.0/8', '192.0.2.1', 'fd00::/8']);

test.each([
  ['nothing is forwarded', '10.0.0.1', undefined, '10.0.0.1'],
  ['a stranger forges the header', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['our proxy names the client', '10.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['two of our proxies name the client', '192.0.2.1', '203.0.113.7, 10.2.3.4', '203.0.113.7'],
  ['a client forged the beginning of the header', '10.0.0.1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  [
    'a client forged the address of a proxy',
    '10.0.0.1',
    '198.51.100.1, 10.9.9.9, 203.0.113.7',
    '203.0.113.7',
  ],
  ['our proxy speaks IPv6', 'fd00::1', '2001:db8::7', '2001:db8::7'],
  ['our proxy is written as IPv6', '::ffff:10.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['the header contains no address', '10.0.0.1', 'somebody', '10.0.0.1'],
  ['the connection is closed', undefined, '203.0.113.7', ''],
])('the client address is correct when %s', (_, peer, forwarded, address) => {
  expect(clientAddress(peer, forwarded, isTrusted)).toBe(address);
});

test('without trusted proxies the header is ignored', () => {
  expect(clientAddress('127.0.0.1', '203.0.113.7', trusting([]))).toBe('127.0.0.1');
});
