import { expect, test } from '@jest/globals';
import { aListing } from '../testing/builders.js';
import { PanelConversation, type PanelConversationParts } from './panel-conversation.js';
import { nextPanelState, type PanelState } from './panel-state.js';

test('whoever walks away while core looks at the code leaves no session behind', async () => {
  const listing = aListing();
  const asked: { name: string; body: unknown }[] = [];
  let answer: (redeemed: object) => void = () => undefined;
  const ask = (name: string, body: unknown) => {
    asked.push({ name, body });
    if (name !== 'redeem') return Promise.resolve({ status: 'ok', body: {} });
    return new Promise((resolve) => (answer = resolve));
  };
  const nothing = () => undefined;
  const sessions = { ask: nothing, opened: nothing, ended: nothing };
  const parts = { printerId: 'printer', journal: { sessions }, link: { ask, online: true } };
  let state: PanelState = { screen: 'keypad', checking: null };
  const panel = new PanelConversation(parts as unknown as PanelConversationParts, {
    state: () => state,
    dispatch: (event) => (state = nextPanelState(state, event)),
  });

  const login = panel.login('123456');
  await panel.goHome();
  answer({ status: 'ok', body: listing });
  await login;
  expect(state.screen).toBe('attract');
  expect(asked.slice(1)).toEqual([{ name: 'end-session', body: { panelSessionId: listing.panelSessionId } }]);
});
