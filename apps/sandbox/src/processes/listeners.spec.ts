import { expect, test } from '@jest/globals';
import { parseListeners } from './listeners.js';

const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:0BB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 41513 1 0000000000000000
   1: 0100007F:0BB8 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 41999 1 0000000000000000
`;

test('only listening sockets are returned, by port and inode', () => {
  expect(parseListeners(table)).toEqual([{ port: 3000, inode: '41513' }]);
});

test('an empty table has no listeners', () => {
  expect(parseListeners('')).toEqual([]);
});
