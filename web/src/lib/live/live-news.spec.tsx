import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { LiveNews } from '@sixpence/contracts/events/news';
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { LiveNewsProvider, useGapInNews, useLatestNews, useLiveNews } from './live-news.js';

const realSocket = globalThis.WebSocket;
const realFetch = globalThis.fetch;
const pounds = (minor: number): LiveNews => ({ type: 'balance', available: { minor, currency: 'GBP' } });

/** The opened sockets, the newest last. */
let sockets: Pick<WebSocket, 'onopen' | 'onmessage' | 'onclose'>[];

beforeEach(() => {
  jest.useFakeTimers();
  sockets = [];
  globalThis.WebSocket = function () {
    const socket = { onopen: null, onmessage: null, onclose: null, close: () => undefined };
    sockets.push(socket);
    return socket;
  } as unknown as typeof WebSocket;
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
  globalThis.WebSocket = realSocket;
  globalThis.fetch = realFetch;
});

test('one connection serves all listeners, and a page that opens later has the state', () => {
  const pages = open(<Balance />);
  sendNews(pounds(1000));
  pages.show(
    <>
      <Balance />
      <Balance />
    </>,
  );
  expect(screen.getAllByText('1000')).toHaveLength(2);
  sendNews(pounds(985));
  expect(screen.getAllByText('985')).toHaveLength(2);
  expect(sockets).toHaveLength(1);
});

test('news of an event reaches the current listeners', () => {
  open(<LastCode />);
  sendNews({ type: 'code-used', printer: 'hall' });
  expect(screen.getByText('hall')).toBeDefined();
});

test('news of an unknown kind changes nothing, and is logged', () => {
  const noted = jest.spyOn(console, 'error').mockReturnValue();
  open(<Balance />);
  sendNews({ type: 'weather' } as unknown as LiveNews);
  expect(noted).toHaveBeenCalledTimes(1);
});

test('a reconnect reports a gap; the first connection does not', async () => {
  signedIn(true);
  const onGap = jest.fn();
  open(<Gaps onGap={onGap} />);
  connect();
  expect(onGap).not.toHaveBeenCalled();
  await lose();
  await act(() => jest.advanceTimersByTimeAsync(1000));
  connect();
  expect(onGap).toHaveBeenCalledTimes(1);
});

test('core can report a gap of its own', () => {
  const onGap = jest.fn();
  open(<Gaps onGap={onGap} />);
  sendNews({ type: 'missed' });
  expect(onGap).toHaveBeenCalledTimes(1);
});

test('a connection that ends with the session leads to /login', async () => {
  signedIn(false);
  open(<Balance />);
  await lose();
  expect(screen.getByText('the login page')).toBeDefined();
});

test('a connection that ends while the server does not answer leaves the page as it is', async () => {
  jest.spyOn(console, 'warn').mockReturnValue();
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  open(<p>the dashboard</p>);
  await lose();
  expect(screen.getByText('the dashboard')).toBeDefined();
});

test('no connection opens before the session was checked', () => {
  const pages = open(<Balance />, false);
  expect(sockets).toHaveLength(0);
  pages.show(<Balance />);
  expect(sockets).toHaveLength(1);
});

function Balance() {
  return useLatestNews('balance').map(({ available }) => <p key={available.currency}>{available.minor}</p>);
}

function LastCode() {
  const show = (printer: string) => document.querySelector('p')?.replaceChildren(printer);
  useLiveNews('code-used', ({ printer }) => show(printer));
  return <p />;
}

function Gaps({ onGap }: { onGap: () => void }) {
  useGapInNews(onGap);
  return null;
}

function open(children: React.ReactNode, admitted = true) {
  const { rerender } = render(inRouter(children, admitted));
  return { show: (next: React.ReactNode) => rerender(inRouter(next, true)) };
}

function inRouter(children: React.ReactNode, admitted: boolean) {
  return (
    <MemoryRouter initialEntries={['/dashboard']}>
      <Routes>
        <Route
          path="/dashboard"
          element={<LiveNewsProvider admitted={admitted}>{children}</LiveNewsProvider>}
        />
        <Route path="/login" element={<p>the login page</p>} />
      </Routes>
    </MemoryRouter>
  );
}

function last() {
  const socket = sockets.at(-1);
  if (!socket) throw new Error('No connection was opened');
  return socket;
}

function connect() {
  act(() => {
    last().onopen?.call(last() as WebSocket, new Event('open'));
  });
}

function sendNews(news: LiveNews) {
  act(() => {
    const frame = new MessageEvent('message', { data: JSON.stringify(news) });
    last().onmessage?.call(last() as WebSocket, frame);
  });
}

async function lose() {
  await act(() => {
    last().onclose?.call(last() as WebSocket, new CloseEvent('close'));
    return jest.advanceTimersByTimeAsync(0);
  });
}

function signedIn(valid: boolean) {
  const answer = {
    status: 200,
    headers: new Headers({ 'content-type': 'application/json' }),
    json: () => Promise.resolve({ valid }),
  };
  globalThis.fetch = () => Promise.resolve(answer as Response);
}
