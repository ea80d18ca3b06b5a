import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import type { DocumentRow } from '@sixpence/contracts/http/documents';
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { LiveNewsProvider } from '../../../lib/live/live-news.js';
import { unprepared } from '../documents/testing/unprepared.js';
import { NewsInWords } from './news-in-words.js';

const { WebSocket: realSocket } = globalThis;
const preparing: DocumentRow = { ...unprepared(1), fileName: 'a.pdf' };
const ready: DocumentRow = { ...preparing, status: 'ready', totalPages: 2 };

let socket: Pick<WebSocket, 'onmessage'> | undefined;

beforeEach(() => {
  globalThis.WebSocket = function () {
    socket = { onmessage: null };
    return Object.assign(socket, { close: () => undefined });
  } as unknown as typeof WebSocket;
});
afterEach(() => {
  cleanup();
  globalThis.WebSocket = realSocket;
});

test('a document is read out once, when it becomes ready', () => {
  const shows = open([preparing]);
  expect(shows([ready])).toBe('a.pdf is ready.');
});

test('another change of a ready document is not read out', () => {
  const shows = open([ready]);
  const changed: DocumentRow = { ...ready, side: '2-Sided' };
  receive({ type: 'document', document: changed });
  expect(shows([changed])).toBe('');
});

test('documents that become ready together are all read out', () => {
  const other = { ...preparing, orderId: crypto.randomUUID(), fileName: 'b.pdf' };
  const shows = open([preparing, other]);
  expect(shows([ready, { ...other, status: 'failed', reason: 'damaged' }])).toMatch(
    /^a\.pdf is ready\. b\.pdf could not be prepared\./,
  );
});

test('a document that was prepared again under its next revision is read out again', () => {
  const shows = open([ready]);
  expect(shows([{ ...ready, revision: 2 }])).toBe('a.pdf is ready.');
});

test('a new document is read out when it fails, and the text stays while others are prepared', () => {
  const shows = open([ready]);
  const failed: DocumentRow = {
    ...preparing,
    orderId: crypto.randomUUID(),
    fileName: 'b.pdf',
    status: 'failed',
  };
  const words = 'b.pdf could not be prepared. The file cannot be opened.';
  expect(shows([ready, failed])).toBe(words);
  expect(shows([ready, failed, { ...preparing, orderId: crypto.randomUUID() }])).toBe(words);
});

test('the end of a job is read out, and its progress is not', () => {
  open([]);
  const job = {
    id: crypto.randomUUID(),
    orderId: crypto.randomUUID(),
    fileName: 'a.pdf',
    printer: 'Hall',
    impressions: 3,
    total: 3,
    createdAt: '2026-11-20T10:00:00Z',
    held: { minor: 15, currency: 'GBP' },
  };
  const spoken = () => screen.getByRole('status').textContent;
  receive({ type: 'job', job: { ...job, state: 'completed' } });
  expect(spoken()).toBe('a.pdf: Printed 3 pages.');
  receive({ type: 'job', job: { ...job, id: crypto.randomUUID(), state: 'printing' } });
  expect(spoken()).toBe('a.pdf: Printed 3 pages.');
});

/**
 * Shows the page with these documents. @returns a function that shows others, and returns the text that is
 * read out
 */
function open(documents: DocumentRow[]): (documents: DocumentRow[]) => string | null {
  const page = (shown?: DocumentRow[]) => (
    <MantineProvider>
      <MemoryRouter>
        <LiveNewsProvider admitted>
          <output>
            <NewsInWords documents={shown} />
          </output>
        </LiveNewsProvider>
      </MemoryRouter>
    </MantineProvider>
  );
  const { rerender } = render(page());
  rerender(page(documents));
  expect(screen.getByRole('status').textContent).toBe('');
  return (next) => {
    rerender(page(next));
    return screen.getByRole('status').textContent;
  };
}

function receive(news: object): void {
  const data = JSON.stringify(news);
  act(() => {
    socket?.onmessage?.call(socket as WebSocket, { data } as MessageEvent);
  });
}
