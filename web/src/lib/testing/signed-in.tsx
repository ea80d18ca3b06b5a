import { MantineProvider } from '@mantine/core';
import type { LiveNews } from '@sixpence/contracts/events/news';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { LiveNewsProvider } from '../live/live-news.js';

/** A part of a signed-in page that a test has opened. */
export interface OpenedPart {
  queries: QueryClient;
  /** The drawn element around the part. */
  container: HTMLElement;
  /** Draws other content instead. */
  show: (children: ReactNode) => void;
  /** Sends live news to the page. */
  sendNews: (...news: LiveNews[]) => void;
  /** Waits until the page has drawn the answers of its calls. */
  settle: () => Promise<void>;
  /** Puts the browser's own `fetch` and `WebSocket` back. */
  restore: () => void;
}

const { fetch: realFetch, WebSocket: realSocket } = globalThis;

/** Draws a part of the dashboard with live news; `/login` is empty. */
export function openSignedIn(children: ReactNode): OpenedPart {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  let socket: Pick<WebSocket, 'onmessage'> | undefined;
  globalThis.WebSocket = function () {
    socket = { onmessage: null };
    return Object.assign(socket, { close: () => undefined });
  } as unknown as typeof WebSocket;
  const page = (content: ReactNode) => (
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter initialEntries={['/dashboard']}>
          <LiveNewsProvider admitted>
            <Routes>
              <Route path="/login" element={null} />
              <Route path="*" element={content} />
            </Routes>
          </LiveNewsProvider>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>
  );
  const { container, rerender } = render(page(children));
  return {
    queries,
    container,
    show: (next) => rerender(page(next)),
    sendNews: (...news) =>
      act(() => {
        for (const each of news)
          socket?.onmessage?.call(socket as WebSocket, { data: JSON.stringify(each) } as MessageEvent);
      }),
    settle: () =>
      act(async () => {
        // The session check, the call after it, and the rendering need one turn of the event loop each.
        for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve));
      }),
    restore: () => void Object.assign(globalThis, { fetch: realFetch, WebSocket: realSocket }),
  };
}
