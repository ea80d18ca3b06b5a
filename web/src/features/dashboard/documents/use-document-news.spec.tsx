import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { DocumentRow, FetchDocumentsAnswer } from '@sixpence/contracts/http/documents';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { LiveNewsProvider } from '../../../lib/live/live-news.js';
import { spaceLeftInWords } from './space-left.js';
import { unprepared } from './testing/unprepared.js';
import { useDocumentNews } from './use-document-news.js';
import { useDocuments } from './use-documents.js';

const { fetch: realFetch, WebSocket: realSocket } = globalThis;
const megabytes = (count: number) => count * 1024 ** 2;

const document = unprepared(1);

/** The server's current answer, and the number of requests for it. */
let list: FetchDocumentsAnswer;
let requestCount: number;
let socket: Pick<WebSocket, 'onmessage'> | undefined;

beforeEach(() => {
  list = {
    documents: [document],
    left: { documents: 99, bytes: megabytes(80) },
    options: { side: '1-Sided', isColor: false },
  };
  requestCount = 0;
  globalThis.fetch = () => {
    requestCount += 1;
    const headers = new Headers({ 'content-type': 'application/json' });
    return Promise.resolve({ status: 200, headers, json: () => Promise.resolve(list) } as Response);
  };
  globalThis.WebSocket = function () {
    socket = { onmessage: null };
    return Object.assign(socket, { close: () => undefined });
  } as unknown as typeof WebSocket;
  jest.useFakeTimers();
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
  Object.assign(globalThis, { fetch: realFetch, WebSocket: realSocket });
});

function ShownSpaceLeft() {
  const { spaceLeft } = useDocuments();
  useDocumentNews();
  return <p>{spaceLeft && spaceLeftInWords(spaceLeft)}</p>;
}

async function open(queries = new QueryClient()) {
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <LiveNewsProvider admitted>
          <ShownSpaceLeft />
        </LiveNewsProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await settle();
  expect(screen.getByText('1 of 100 documents, 80 MB left.')).toBeDefined();
}

const receive = (changed: DocumentRow) => receiveNews({ type: 'document', document: changed });

async function receiveNews(news: object) {
  const data = JSON.stringify(news);
  act(() => {
    socket?.onmessage?.call(socket as WebSocket, { data } as MessageEvent);
  });
  await settle();
}

const settle = () => act(() => jest.advanceTimersByTimeAsync(1));

test('when a document becomes ready, the page shows the space left', async () => {
  await open();
  const ready: DocumentRow = { ...document, status: 'ready', totalPages: 3 };
  list = { ...list, documents: [ready], left: { documents: 99, bytes: megabytes(30) } };
  await receive(ready);
  expect(screen.getByText('1 of 100 documents, 30 MB left.')).toBeDefined();
});

test('the space left is updated for a new revision even if no news of its preparation arrived', async () => {
  list = { ...list, documents: [{ ...document, status: 'ready', totalPages: 3 }] };
  await open();
  const fewerPages: DocumentRow = { ...document, status: 'ready', totalPages: 2, revision: 2 };
  list = { ...list, documents: [fewerPages], left: { documents: 99, bytes: megabytes(79) } };
  await receive(fewerPages);
  expect(screen.getByText('1 of 100 documents, 79 MB left.')).toBeDefined();
});

test('news that does not change the space left fetches no list', async () => {
  await open();
  const before = requestCount;
  await receive({ ...document, isColor: true });
  expect(requestCount).toBe(before);
});

test.each([{ type: 'document-gone', orderId: document.orderId }, { type: 'missed' }])(
  'after the news %j the list is fetched again',
  async (news) => {
    await open();
    list = { ...list, documents: [], left: { documents: 100, bytes: megabytes(90) } };
    await receiveNews(news);
    expect(screen.getByText('0 of 100 documents, 90 MB left.')).toBeDefined();
  },
);

test('a list that is opened again is fetched again, because it received no news while it was closed', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  await open(queries);
  const before = requestCount;
  cleanup();
  await settle();
  expect(requestCount).toBe(before);
  await open(queries);
  expect(requestCount).toBe(before + 1);
});
