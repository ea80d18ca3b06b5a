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
  hear(changed);
  expect(shows([changed])).toBe('');
});

test('documents that become ready together are all read out', () => {
  const other = { ...preparing, orderId: crypto.randomUUID(), fileName: 'b.pdf' };
  const shows = open([preparing, other]);
  expect(shows([ready, { ...other, status: 'failed', reason: 'damaged' }])).toMatch(
    /^a\.pdf is ready\. b\.pdf could not be prepared\./,
  );
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

function hear(document: DocumentRow): void {
  const data = JSON.stringify({ type: 'document', document });
  act(() => {
    socket?.onmessage?.call(socket as WebSocket, { data } as MessageEvent);
  });
}
