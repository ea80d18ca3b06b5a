import { expect, test } from '@jest/globals';
import { conversationToClose, type ConversationState } from './conversation-to-close.js';

const conversation = (
  network: string,
  since: number,
  stage: ConversationState['stage'] = 'talking',
): ConversationState => ({
  network,
  since,
  stage,
});
const newConversation = conversation('new', 100);

test.each<[string, ConversationState[], number | undefined]>([
  [
    'the conversation that has been without a mail for longest',
    [conversation('a', 2), conversation('b', 1), conversation('c', 3)],
    1,
  ],
  [
    'a conversation of the network with the most conversations',
    [conversation('a', 1), conversation('b', 3), conversation('b', 2)],
    2,
  ],
  [
    'a conversation of the network with the most conversations, even while it sends',
    [conversation('a', 1), conversation('b', 3, 'sending'), conversation('b', 2, 'sending')],
    2,
  ],
  [
    'a conversation that sends nothing, before a conversation that sends',
    [conversation('a', 1, 'sending'), conversation('b', 2)],
    1,
  ],
  [
    'a conversation that sends, when all conversations send',
    [conversation('a', 2, 'sending'), conversation('b', 1, 'sending')],
    1,
  ],
  [
    'a conversation that sends, before a conversation whose mail has arrived',
    [conversation('a', 1, 'checking'), conversation('b', 2, 'sending')],
    1,
  ],
  [
    'a conversation whose mail has arrived and is not proven',
    [conversation('a', 1, 'proven'), conversation('b', 2, 'checking')],
    1,
  ],
  ['none, when all mails are proven', [conversation('a', 1, 'proven')], undefined],
  ['an older conversation of the new one’s network', [conversation('a', 1), conversation('new', 50)], 1],
])('for a new conversation the intake closes %s', (_what, conversations, expected) => {
  expect(conversationToClose([...conversations, newConversation], newConversation)).toBe(
    expected === undefined ? undefined : conversations[expected],
  );
});
