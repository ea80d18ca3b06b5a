import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import type { FetchDocumentsAnswer } from '@sixpence/contracts/http/documents';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { LiveNewsProvider } from '../../../lib/live/live-news.js';
import { retryDelayMs } from './await-prepared.js';
import { documentsKey } from './document-cache.js';
import { useOpenPages } from '../pages/use-open-pages.js';
import { DocumentRow } from './document-row.js';
import { useDocumentNews } from './use-document-news.js';
import { useDocuments } from './use-documents.js';
import { unprepared } from './testing/unprepared.js';
import { requestsAtATime } from './use-preparation.js';

const realFetch = globalThis.fetch;
const realSocket = globalThis.WebSocket;

let server: ReturnType<typeof aServer>;

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(console, 'info').mockReturnValue();
  server = aServer();
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
  globalThis.fetch = realFetch;
  globalThis.WebSocket = realSocket;
});

test('at most two requests are under way for all rows, and each answer starts the next', async () => {
  await openWith(8);
  expect(requestsAtATime).toBe(2);
  expect(server.asked()).toEqual([1, 2]);
  await server.answer(2, 409);
  expect(server.asked()).toEqual([1, 2, 3]);
  await server.answer(1, 200);
  expect(server.asked()).toEqual([1, 2, 3, 4]);
  expect(server.underWay()).toEqual([3, 4]);
});

test('a row that is still being prepared sends its next request after 30 seconds, after rows that have waited longer', async () => {
  await openWith(4);
  await server.answer(1, 409);
  expect(server.asked()).toEqual([1, 2, 3]);
  await wait(retryDelayMs);
  expect(server.asked()).toEqual([1, 2, 3]);
  await server.answer(2, 503);
  expect(server.asked()).toEqual([1, 2, 3, 4]);
  await server.answer(3, 409);
  expect(server.asked()).toEqual([1, 2, 3, 4, 1]);
  await wait(retryDelayMs);
  await server.answer(4, 409);
  expect(server.asked()).toEqual([1, 2, 3, 4, 1, 2]);
});

test('a waiting row that gets the news of its document sends no request', async () => {
  await openWith(4);
  await server.tell({ type: 'document', document: { ...unprepared(3), status: 'ready', totalPages: 7 } });
  expect(screen.getByText('7 pages')).toBeDefined();
  await server.answer(1, 409);
  await server.answer(2, 409);
  await wait(retryDelayMs - 1);
  expect(server.asked()).toEqual([1, 2, 4]);
});

test('a row that is removed during its request lets the next row send one', async () => {
  await openWith(4);
  await server.tell({ type: 'document-gone', orderId: unprepared(1).orderId });
  expect(server.asked()).toEqual([1, 2, 3]);
  expect(server.underWay()).toEqual([2, 3]);
});

test('leaving the page ends all requests, so that the next page can send its own', async () => {
  await openWith(6);
  cleanup();
  await wait(2 * retryDelayMs);
  expect(server.asked()).toEqual([1, 2]);
  expect(server.underWay()).toEqual([]);
  await openWith(6);
  expect(server.asked()).toEqual([1, 2, 1, 2]);
});

test.each([401, 403])(
  'status %i leads to /login, and the waiting rows send no request [row 226]',
  async (status) => {
    await openWith(6);
    await server.answer(2, status);
    expect(screen.getByText('the login page')).toBeDefined();
    await wait(2 * retryDelayMs);
    expect(server.underWay()).toEqual([]);
    expect(server.asked().length).toBeLessThanOrEqual(3);
  },
);

/** Shows this number of rows that are being prepared, with live news. */
async function openWith(count: number) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const answer: FetchDocumentsAnswer = {
    documents: Array.from({ length: count }, (_, index) => unprepared(index + 1)),
    left: { documents: 100, bytes: 1_000 },
    options: { side: '1-Sided', isColor: false },
  };
  queries.setQueryData(documentsKey, answer);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter initialEntries={['/dashboard']}>
          <Routes>
            <Route path="/dashboard" element={withNews} />
            <Route path="/login" element={<p>the login page</p>} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await wait(0);
}

const withNews = (
  <LiveNewsProvider admitted>
    <Rows />
  </LiveNewsProvider>
);

function Rows() {
  const { documents } = useDocuments();
  useDocumentNews();
  const pages = useOpenPages(() => Promise.resolve(true));
  return documents.map((document) => (
    <DocumentRow
      key={document.orderId}
      document={document}
      locked={false}
      removingPages={false}
      onDelete={jest.fn()}
      pages={pages}
    />
  ));
}

/** Holds every request for metadata until the test answers it; the list is never answered. */
function aServer() {
  const requests: { number: number; open: boolean; answer: (status: number) => void }[] = [];
  globalThis.fetch = (path, init) =>
    new Promise((resolve, reject) => {
      const { signal } = init ?? {};
      const number = Number(/uid=\S+-0*(\d+)$/.exec(path as string)?.[1]);
      if (!number || signal?.aborted) {
        if (signal?.aborted) reject(signal.reason as Error);
        return;
      }
      const request = { number, open: true, answer: (status: number) => resolve(answerOf(status)) };
      signal?.addEventListener('abort', () => {
        request.open = false;
        reject(signal.reason as Error);
      });
      requests.push(request);
    });

  let socket: Pick<WebSocket, 'onmessage'> | undefined;
  globalThis.WebSocket = function () {
    socket = { onmessage: null };
    return Object.assign(socket, { close: () => undefined });
  } as unknown as typeof WebSocket;

  return {
    /** The row of every request so far. */
    asked: () => requests.map(({ number }) => number),
    underWay: () => requests.filter(({ open }) => open).map(({ number }) => number),
    answer: async (number: number, status: number) => {
      const request = requests.find((candidate) => candidate.number === number && candidate.open);
      if (!request) throw new Error(`Row ${number} has no request under way`);
      request.open = false;
      request.answer(status);
      await wait(0);
    },
    tell: async (news: object) => {
      act(() => {
        socket?.onmessage?.call(socket as WebSocket, { data: JSON.stringify(news) } as MessageEvent);
      });
      await wait(0);
    },
  };
}

function answerOf(status: number): Response {
  const body = status === 200 ? { status: 'ready', totalPages: 3, pagePreviews: [] } : {};
  return {
    status,
    headers: new Headers({ 'content-type': 'application/json' }),
    json: () => Promise.resolve(body),
  } as Response;
}

async function wait(ms: number) {
  await act(() => jest.advanceTimersByTimeAsync(ms));
}
