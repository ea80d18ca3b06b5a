import { expect, test } from '@jest/globals';
import { givesWay, type Guest } from './guests.js';

const guest = (network: string, since: number, stage: Guest['stage'] = 'talking'): Guest => ({
  network,
  since,
  stage,
});
const newcomer = guest('newcomer', 100);

test.each<[string, Guest[], number | undefined]>([
  ['the guest that has been without a mail for longest', [guest('a', 2), guest('b', 1), guest('c', 3)], 1],
  ['a guest of the network with the most guests', [guest('a', 1), guest('b', 3), guest('b', 2)], 2],
  [
    'a guest of the network with the most guests, even while it sends',
    [guest('a', 1), guest('b', 3, 'sending'), guest('b', 2, 'sending')],
    2,
  ],
  ['a guest that sends nothing, before a guest that sends', [guest('a', 1, 'sending'), guest('b', 2)], 1],
  ['a guest that sends, when all guests send', [guest('a', 2, 'sending'), guest('b', 1, 'sending')], 1],
  [
    'a guest that sends, before a guest whose mail has arrived',
    [guest('a', 1, 'looking'), guest('b', 2, 'sending')],
    1,
  ],
  [
    'a guest whose mail has arrived and is not proven',
    [guest('a', 1, 'proven'), guest('b', 2, 'looking')],
    1,
  ],
  ['none, when all mails are proven', [guest('a', 1, 'proven')], undefined],
  ['an older guest of the newcomer’s own network', [guest('a', 1), guest('newcomer', 50)], 1],
])('a newcomer takes the place of %s', (_what, guests, expected) => {
  expect(givesWay([...guests, newcomer], newcomer)).toBe(
    expected === undefined ? undefined : guests[expected],
  );
});
