import { afterEach, expect, jest, test } from '@jest/globals';
import type { FetchDocumentsAnswer, PrintOptions } from '@sixpence/contracts/http/documents';
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { documentsKey } from '../documents/document-cache.js';
import { usePrintOptions } from './use-print-options.js';

const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
});

test('what was chosen before stands there, also when there is no document', () => {
  const options = onPage({ side: '2-Sided', isColor: true });
  expect(options.current).toMatchObject({ side: '2-Sided', isColor: true });
});

test('two choices in a row reach the server one after the other, however slow the first is', async () => {
  const server = aServer();
  const options = onPage();
  act(() => options.current.chooseSide('2-Sided'));
  act(() => options.current.chooseSide('1-Sided'));
  await waitFor(() => expect(server.waiting.map(({ body }) => body)).toEqual(['{"sideOption":"yes"}']));
  server.waiting[0]?.answer(200);
  await waitFor(() =>
    expect(server.waiting.map(({ body }) => body)).toEqual(['{"sideOption":"yes"}', '{"sideOption":"no"}']),
  );
});

test('a choice that the server does not take stands on the page, and the next one is told all the same', async () => {
  const quiet = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const server = aServer();
  const options = onPage();
  act(() => options.current.chooseColor(true));
  await waitFor(() => expect(server.waiting).toHaveLength(1));
  server.waiting[0]?.answer(500);
  await waitFor(() => expect(quiet).toHaveBeenCalled());
  expect(options.current.isColor).toBe(true);
  act(() => options.current.chooseColor(false));
  await waitFor(() => expect(server.waiting).toHaveLength(2));
  quiet.mockRestore();
});

/** Says that the session is valid, and keeps every other question until it is answered by the test. */
function aServer() {
  const waiting: { body: string; answer: (status: number) => void }[] = [];
  const respond = (status: number, body: object) =>
    ({
      status,
      headers: new Headers({ 'content-type': 'application/json' }),
      json: () => Promise.resolve(body),
    }) as Response;
  globalThis.fetch = (path, init) =>
    path === '/validate-session'
      ? Promise.resolve(respond(200, { valid: true }))
      : new Promise((resolve) =>
          waiting.push({
            body: typeof init?.body === 'string' ? init.body : '',
            answer: (status) => resolve(respond(status, {})),
          }),
        );
  return { waiting };
}

function onPage(before: PrintOptions = { side: '1-Sided', isColor: false }) {
  const queries = new QueryClient();
  const answer: FetchDocumentsAnswer = {
    documents: [],
    left: { documents: 100, bytes: 1_000 },
    options: before,
  };
  queries.setQueryData(documentsKey, answer);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <MemoryRouter>{children}</MemoryRouter>
    </QueryClientProvider>
  );
  const useListed = () => useQueryClient().getQueryData<FetchDocumentsAnswer>(documentsKey)?.options;
  return renderHook(() => usePrintOptions(useListed()), { wrapper }).result;
}
