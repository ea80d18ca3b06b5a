import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { LivePanel } from './live-panel.js';
import { storyViews } from './story-views.js';

/** The socket of the page; the test opens and closes it. */
class TestSocket {
  static readonly OPEN = 1;
  static opened: TestSocket[] = [];
  readyState = 0;
  readonly sent: string[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;

  constructor() {
    TestSocket.opened.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.readyState = 3;
  }
}

const usual = globalThis.WebSocket;

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { WebSocket: TestSocket });
  TestSocket.opened = [];
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  Object.assign(globalThis, { WebSocket: usual });
});

const draw = () =>
  render(
    <MantineProvider env="test">
      <LivePanel slug="hall" />
    </MantineProvider>,
  );
const socket = () => TestSocket.opened.at(-1)!;
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const connect = () =>
  act(() => {
    socket().readyState = TestSocket.OPEN;
    socket().onopen();
  });
const show = (name: string) => act(() => socket().onmessage({ data: JSON.stringify(storyViews[name]) }));

test('the page says that it starts until the agent has sent a view, and then draws it', () => {
  draw();
  expect(screen.getByRole('status').textContent).toContain('Starting');
  connect();
  show('attract');
  expect(screen.queryByText(/^Starting/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Print your documents' }));
  expect(socket().sent).toEqual(['{"action":"begin"}']);
});

test('a lost connection is reported over the shown screen, until it is back', () => {
  draw();
  connect();
  show('printing');
  pass(5_000);
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => socket().onclose({ code: 1006 }));
  pass(1_200);
  expect(screen.getByText('Page 4 of 12')).toBeDefined();
  expect(screen.getByRole('alert').textContent).toContain('Your pages go on printing');
  connect();
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each(['attract', 'keypad', 'pairing', 'documents', 'printing', 'done'])(
  'a page that is left on the screen %s closes its socket, and leaves neither timer nor key handler',
  (name) => {
    const [added, removed] = [
      jest.spyOn(window, 'addEventListener'),
      jest.spyOn(window, 'removeEventListener'),
    ];
    const { unmount } = draw();
    connect();
    show(name);
    unmount();
    expect([socket().readyState, jest.getTimerCount()]).toEqual([3, 0]);
    const keyHandlers = (calls: typeof added.mock.calls | typeof removed.mock.calls) => {
      return calls.flatMap(([event, handler]) => (event === 'keydown' ? [handler] : []));
    };
    const left = new Set(keyHandlers(removed.mock.calls));
    expect(keyHandlers(added.mock.calls).filter((handler) => !left.has(handler))).toEqual([]);
  },
);

test('only the screen that is shown hears keys', () => {
  draw();
  connect();
  for (const name of ['attract', 'keypad', 'done', 'printing']) show(name);
  socket().sent.length = 0;
  for (const key of ['1', '2', '3', '4', '5', '6', 'Enter']) fireEvent.keyDown(window, { key });
  expect(socket().sent).toEqual([]);
});

test('the keys of a new screen begin at its first control, whatever had the focus before', () => {
  draw();
  connect();
  show('attract');
  act(() => screen.getByRole('button', { name: 'Print your documents' }).focus());
  show('keypad');
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
