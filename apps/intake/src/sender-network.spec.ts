import { expect, test } from '@jest/globals';
import { senderNetwork } from './sender-network.js';

test('the network of a sender is an IPv4 address or a /48 of IPv6', () => {
  expect(senderNetwork('192.0.2.1')).toBe('192.0.2.1');
  expect(senderNetwork('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(senderNetwork('2001:db8:1:2::3')).toBe(senderNetwork('2001:db8:1:ffff::1'));
  expect(senderNetwork('2001:db8:1:2::3')).not.toBe(senderNetwork('2001:db8:2:2::3'));
});
