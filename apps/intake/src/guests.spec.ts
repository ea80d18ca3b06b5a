import { expect, test } from '@jest/globals';
import { givesWay, type Guest } from './guests.js';

const guest = (network: string, since: number, stage: Guest['stage'] = 'talking'): Guest => ({
  network,
  since,
  stage,
});
const newcomer = guest('newcomer', 100);

test.each<[string, Guest[], number | undefined]>([
  ['the one longest without a mail', [guest('a', 2), guest('b', 1), guest('c', 3)], 1],
  ['one of the network with the most', [guest('a', 1), guest('b', 3), guest('b', 2)], 2],
  [
    'one of the network with the most, also when it sends',
    [guest('a', 1), guest('b', 3, 'sending'), guest('b', 2, 'sending')],
    2,
  ],
  ['one that sends nothing, before one that sends', [guest('a', 1, 'sending'), guest('b', 2)], 1],
  ['one that sends, when all do', [guest('a', 2, 'sending'), guest('b', 1, 'sending')], 1],
  ['one that sends, before one whose mail has come', [guest('a', 1, 'looking'), guest('b', 2, 'sending')], 1],
  ['one whose mail has come and is not proven', [guest('a', 1, 'proven'), guest('b', 2, 'looking')], 1],
  ['none, when all mails are proven', [guest('a', 1, 'proven')], undefined],
  ['an older one of the newcomer’s own network', [guest('a', 1), guest('newcomer', 50)], 1],
])('the guest that makes room for a newcomer is %s', (_what, guests, expected) => {
  expect(givesWay([...guests, newcomer], newcomer)).toBe(
    expected === undefined ? undefined : guests[expected],
  );
});
