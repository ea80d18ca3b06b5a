import { expect, test } from '@jest/globals';
import { aListing } from '../testing/builders.js';
import { PanelConversation, type PanelConversationParts } from './panel-conversation.js';
import { nextPanelState, type PanelState } from './panel-state.js';

/** A panel at its keypad, and its requests to core. */
function aPanel(answer: () => Promise<object>) {
  const asked: { name: string; body: unknown }[] = [];
  const ask = (name: string, body: unknown) => {
    asked.push({ name, body });
    return name === 'redeem' || name === 'pair' ? answer() : Promise.resolve({ status: 'ok', body: {} });
  };
  const nothing = () => undefined;
  const sessions = { ask: nothing, opened: nothing, ended: nothing };
  const releases = { press: () => Promise.reject(new Error('core is asked for no release')) };
  const report = () => ({ accepting: true });
  const parts = {
    printerId: 'printer',
    journal: { sessions },
    link: { ask, online: true },
    releases,
    report,
    foresee: nothing,
  };
  let state: PanelState = { screen: 'keypad', checking: null };
  const panel = new PanelConversation(parts as unknown as PanelConversationParts, {
    state: () => state,
    dispatch: (event) => (state = nextPanelState(state, event)),
  });
  return { panel, asked, screen: () => state.screen, state: () => state };
}

test('a code whose answer was lost is retried with the same request id; another code gets another id', async () => {
  const { panel, asked } = aPanel(() => Promise.reject(new Error('the connection was cut')));
  for (const code of ['123456', '12 34 56', '654321', '123456']) {
    await expect(panel.login(code)).rejects.toThrow('the connection was cut');
  }
  const ids = asked.map(({ body }) => (body as { requestId: string }).requestId);
  expect(ids[1]).toBe(ids[0]);
  expect(new Set(ids).size).toBe(3);
});

test('a session opened after the user left is ended at once', async () => {
  const listing = aListing();
  let answer: (redeemed: object) => void = () => undefined;
  const { panel, asked, screen } = aPanel(() => new Promise((resolve) => (answer = resolve)));

  const login = panel.login('123456');
  await panel.goHome();
  answer({ status: 'ok', body: listing });
  await login;
  expect(screen()).toBe('attract');
  expect(asked.slice(1)).toEqual([{ name: 'end-session', body: { panelSessionId: listing.panelSessionId } }]);
});

test('digits drawn after the user left are revoked at once', async () => {
  let answer: (drawn: object) => void = () => undefined;
  const { panel, asked, screen } = aPanel(() => new Promise((resolve) => (answer = resolve)));

  const scan = panel.scan();
  await panel.goHome();
  const before = asked.length;
  answer({ status: 'ok', body: { status: 'waiting', code: '471902', secondsLeft: 120 } });
  await scan;
  expect(screen()).toBe('attract');
  const { requestId } = asked[0]!.body as { requestId: string };
  expect(asked.slice(before)).toEqual([{ name: 'unpair', body: { requestId } }]);
});

test('a press with more copies than the maximum of all documents is not sent to core', async () => {
  const [document] = aListing().documents;
  const documents = [document!, { ...document!, documentId: crypto.randomUUID() }];
  const listing = aListing({ documents, mostCopies: 99 });
  const { panel, state } = aPanel(() => Promise.resolve({ status: 'ok', body: listing }));
  await panel.login('123456');
  const ids = documents.map(({ documentId }) => documentId);
  await panel.print({ documentIds: ids, copies: { [ids[0]!]: 99, [ids[1]!]: 2 } });
  expect(state()).toMatchObject({ screen: 'documents', releasing: null, refused: { code: 'quote.changed' } });
});

test.each([
  ['as it was shown', 0, 'asked'],
  ['dearer than it was shown', 1, 'quote.changed'],
  ['cheaper than it was shown', -1, 'quote.changed'],
])('a list that is %s when PRINT arrives: %s pence more, %s', async (_, more, outcome) => {
  const listing = aListing({ mostCopies: 9 });
  const [document] = listing.documents;
  const { panel, state } = aPanel(() => Promise.resolve({ status: 'ok', body: listing }));
  await panel.login('123456');
  const { documentId, price } = document!;
  const pressed = panel.print({
    documentIds: [documentId],
    copies: { [documentId]: 2 },
    totalMinor: 2 * price.minor - more,
  });
  if (outcome === 'asked') await expect(pressed).rejects.toThrow('core is asked for no release');
  else {
    await pressed;
    expect(state()).toMatchObject({ screen: 'documents', releasing: null, refused: { code: outcome } });
  }
});

test.each([
  ['a core that knows of none', undefined, 2],
  ['more than core takes', 99, 100],
])('copies are not sent to %s', async (_, mostCopies, wanted) => {
  const listing = aListing({ mostCopies });
  const id = listing.documents[0]?.documentId ?? '';
  const { panel, state } = aPanel(() => Promise.resolve({ status: 'ok', body: listing }));
  await panel.login('123456');
  await panel.print({ documentIds: [id], copies: { [id]: wanted } });
  expect(state()).toMatchObject({ screen: 'documents', releasing: null, refused: { code: 'quote.changed' } });
});
