import { expect, test } from '@jest/globals';
import { parseListeners } from './listeners.js';

const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:0BB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 41513 1 0000000000000000
   1: 0100007F:0BB8 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 41999 1 0000000000000000
`;

test('only listening sockets are returned, by port and inode', () => {
  expect(parseListeners(table, 'tcp')).toEqual([{ port: 3000, inode: '41513' }]);
});

test('an empty table has no listeners', () => {
  expect(parseListeners('', 'tcp')).toEqual([]);
});

test('bound UDP sockets are returned, and connected ones are not', () => {
  const udp = `   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
  337: 0100007F:14EA 00000000:0000 07 00000000:00000000 00:00000000 00000000  1000        0 51234 2 0000000000000000 0
  338: 0100007F:9C40 0100007F:14EA 01 00000000:00000000 00:00000000 00000000  1000        0 51235 2 0000000000000000 0
`;
  expect(parseListeners(udp, 'udp')).toEqual([{ port: 5354, inode: '51234' }]);
});
