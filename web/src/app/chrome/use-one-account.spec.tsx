import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, renderHook } from '@testing-library/react';
import { useOneAccount } from './use-one-account.js';

const { BroadcastChannel: realChannel } = globalThis;

/** A channel that records the messages of its tab. */
class Channel {
  isClosed = false;
  sent: unknown[] = [];
  onmessage?: (message: { data: unknown }) => void;

  constructor(readonly name: string) {
    channels.push(this);
  }

  postMessage(message: unknown) {
    this.sent.push(message);
  }

  close() {
    this.isClosed = true;
  }
}

let channels: Channel[];
beforeEach(() => {
  channels = [];
  globalThis.BroadcastChannel = Channel as unknown as typeof BroadcastChannel;
});
afterEach(() => {
  cleanup();
  globalThis.BroadcastChannel = realChannel;
});

const onPage = (email?: string) =>
  renderHook((shown: string | undefined) => useOneAccount(shown), { initialProps: email });

test('a tab announces its account as soon as the account is known, and listens to the other tabs', () => {
  const { rerender } = onPage();
  expect(channels).toEqual([]);
  rerender('anna@example.com');
  expect(channels).toMatchObject([{ name: 'sixpence.account', sent: ['anna@example.com'], isClosed: false }]);
  // test/site/sign-in/two-tabs.spec.ts shows in a browser what a message does.
  expect(channels[0]?.onmessage).toBeDefined();
});

test('a tab does not listen for an account that it no longer shows', () => {
  const { rerender, unmount } = onPage('anna@example.com');
  rerender('ben@example.com');
  expect(channels).toMatchObject([{ isClosed: true }, { sent: ['ben@example.com'], isClosed: false }]);
  unmount();
  expect(channels).toMatchObject([{ isClosed: true }, { isClosed: true }]);
});

test('a browser without BroadcastChannel still shows the page', () => {
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  expect(() => onPage('anna@example.com')).not.toThrow();
});
