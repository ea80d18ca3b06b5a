import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { storyViews } from '../story-views.js';
import { openPanelLink } from './panel-link.js';
import { panelSlug } from './panel-slug.js';

/** A socket that the test opens and closes. */
class TestSocket {
  static readonly OPEN = 1;
  static opened: TestSocket[] = [];
  readyState = 0;
  readonly sent: string[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;

  constructor(readonly address: URL) {
    TestSocket.opened.push(this);
  }
  open(): void {
    this.readyState = TestSocket.OPEN;
    this.onopen();
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(code = 1000): void {
    this.readyState = 3;
    this.onclose({ code });
  }
}

const usual = globalThis.WebSocket;
let told: unknown[];

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { WebSocket: TestSocket });
  [TestSocket.opened, told] = [[], []];
});
afterEach(() => {
  jest.useRealTimers();
  Object.assign(globalThis, { WebSocket: usual });
});

const open = () =>
  openPanelLink('hall', {
    onView: ({ screen }) => told.push(screen),
    onConnected: (connected) => told.push(connected),
  });
const latest = () => TestSocket.opened.at(-1)!;

test('views arrive from the socket of this printer, and actions go there while it is open', () => {
  const link = open();
  expect(latest().address.href).toBe(`${window.location.origin.replace('http', 'ws')}/panel/hall/socket`);
  link.send({ action: 'begin' });
  latest().open();
  latest().onmessage({ data: JSON.stringify(storyViews['attract']) });
  link.send({ action: 'home' });
  expect(told).toEqual([true, 'attract']);
  expect(latest().sent).toEqual(['{"action":"home"}']);
  link.close();
});

test('a view that this page does not know is not drawn', () => {
  const complain = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const link = open();
  latest().onmessage({ data: '{"screen":"lottery"}' });
  expect([told, complain.mock.calls.length]).toEqual([[], 1]);
  complain.mockRestore();
  link.close();
});

test('a lost socket is opened again each second until the page closes it', () => {
  const link = open();
  latest().open();
  for (const sockets of [2, 3]) {
    latest().close(1006);
    expect(told.at(-1)).toBe(false);
    jest.advanceTimersByTime(999);
    expect(TestSocket.opened).toHaveLength(sockets - 1);
    jest.advanceTimersByTime(1);
    expect(TestSocket.opened).toHaveLength(sockets);
  }
  latest().open();
  link.send({ action: 'begin' });
  expect(latest().sent).toHaveLength(1);
  told.length = 0;
  link.close();
  jest.advanceTimersByTime(60_000);
  expect([told, TestSocket.opened.length]).toEqual([[], 3]);
});

test('a page that is closed while it waits opens no other socket', () => {
  const link = open();
  latest().close(1006);
  link.close();
  jest.advanceTimersByTime(60_000);
  expect(TestSocket.opened).toHaveLength(1);
});

test.each([
  ['/panel/hall', 'hall'],
  ['/panel/hall/', 'hall'],
  ['/x/panel/hall', ''],
  ['/', ''],
])('at %s the printer is "%s"', (path, slug) => {
  expect(panelSlug(path)).toBe(slug);
});
