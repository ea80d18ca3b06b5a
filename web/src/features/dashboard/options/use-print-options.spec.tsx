import { afterEach, expect, jest, test } from '@jest/globals';
import type { FetchDocumentsAnswer, PrintOptions } from '@sixpence/contracts/http/documents';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { documentsKey } from '../documents/document-cache.js';
import { useDocuments } from '../documents/use-documents.js';
import { usePrintOptions } from './use-print-options.js';

const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  globalThis.fetch = realFetch;
});

test('the earlier choice is shown, also without a document', () => {
  const options = onPage({ side: '2-Sided', isColor: true });
  expect(options.current).toMatchObject({ side: '2-Sided', isColor: true });
});

test('until the list is loaded the specified defaults show, and a choice of one option keeps the other', async () => {
  const server = aServer();
  const options = onPage(null);
  expect(options.current).toMatchObject({ side: '1-Sided', isColor: false });
  act(() => options.current.chooseColor(true));
  act(() => options.current.chooseSide('2-Sided'));
  expect(options.current).toMatchObject({ side: '2-Sided', isColor: true });
  await expectReceived(server, [color('Color')]);
});

test('two choices are sent one after the other, however slow the first is', async () => {
  const server = aServer();
  const options = onPage();
  act(() => options.current.chooseSide('2-Sided'));
  act(() => options.current.chooseSide('1-Sided'));
  await expectReceived(server, [sides('yes')]);
  server.calls[0]?.answer(200);
  await expectReceived(server, [sides('yes'), sides('no')]);
});

test('of waiting choices only the newest of each option is sent', async () => {
  const server = aServer();
  const options = onPage();
  act(() => options.current.chooseSide('2-Sided'));
  await expectReceived(server, [sides('yes')]);
  act(() => options.current.chooseSide('1-Sided'));
  act(() => options.current.chooseColor(true));
  act(() => options.current.chooseSide('2-Sided'));
  act(() => options.current.chooseSide('1-Sided'));
  server.calls[0]?.answer(200);
  await expectReceived(server, [sides('yes'), sides('no')]);
  server.calls[1]?.answer(200);
  await expectReceived(server, [sides('yes'), sides('no'), color('Color')]);
  server.calls[2]?.answer(200);
  await waitFor(() => expect(server.listed).toBe(1));
  expect(server.calls).toHaveLength(3);
});

test('a choice can take minutes, and the next one waits for it [row 462]', async () => {
  jest.useFakeTimers();
  const server = aServer();
  const options = onPage();
  act(() => options.current.chooseSide('2-Sided'));
  act(() => options.current.chooseColor(true));
  await act(() => jest.advanceTimersByTimeAsync(180_000));
  expect(server.calls.map(({ body, isAborted }) => [body, isAborted()])).toEqual([[sides('yes'), false]]);
  server.calls[0]?.answer(200);
  await act(() => jest.advanceTimersByTimeAsync(180_000));
  expect(server.calls.map(({ body, isAborted }) => [body, isAborted()])).toEqual([
    [sides('yes'), false],
    [color('Color'), false],
  ]);
  server.calls[1]?.answer(200);
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(server.listed).toBe(1);
});

test('choices wait for a slow session check, and are then sent in order [row 462]', async () => {
  jest.useFakeTimers();
  const server = aServer({ checksAreHeld: true });
  const options = onPage();
  act(() => options.current.chooseSide('2-Sided'));
  act(() => options.current.chooseColor(true));
  await act(() => jest.advanceTimersByTimeAsync(180_000));
  expect(server.calls).toEqual([]);
  server.answerChecks();
  await act(() => jest.advanceTimersByTimeAsync(1));
  server.calls[0]?.answer(200);
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(server.calls.map(({ body }) => body)).toEqual([sides('yes'), color('Color')]);
});

test('the list is fetched again after the last waiting choice, so that the page shows no earlier choice', async () => {
  const server = aServer();
  const options = onPage();
  act(() => options.current.chooseSide('2-Sided'));
  act(() => options.current.chooseColor(true));
  await expectReceived(server, [sides('yes')]);
  server.calls[0]?.answer(200);
  await expectReceived(server, [sides('yes'), color('Color')]);
  expect(server.listed).toBe(0);
  expect(options.current).toMatchObject({ side: '2-Sided', isColor: true });
  server.calls[1]?.answer(200);
  await waitFor(() => expect(server.listed).toBe(1));
});

test('choices that wait when the session ends are not sent', async () => {
  const server = aServer();
  const options = onPage();
  act(() => options.current.chooseSide('2-Sided'));
  await expectReceived(server, [sides('yes')]);
  act(() => options.current.chooseColor(true));
  server.calls[0]?.answer(401);
  await waitFor(() => expect(screen.getByText('the login page')).toBeDefined());
  act(() => options.current.chooseSide('1-Sided'));
  await expectReceived(server, [sides('yes'), sides('no')]);
});

test('a choice that the server refuses stays on the page, and the next one is sent [row 244]', async () => {
  const quiet = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const server = aServer();
  const options = onPage();
  act(() => options.current.chooseColor(true));
  await expectReceived(server, [color('Color')]);
  server.calls[0]?.answer(500);
  await waitFor(() => expect(quiet).toHaveBeenCalled());
  expect(options.current.isColor).toBe(true);
  act(() => options.current.chooseColor(false));
  await expectReceived(server, [color('Color'), color('Black-White')]);
});

const sides = (sideOption: 'yes' | 'no') => JSON.stringify({ sideOption });
const color = (colorOption: 'Color' | 'Black-White') => JSON.stringify({ colorOption });

interface Call {
  body: string;
  isAborted: () => boolean;
  answer: (status: number) => void;
}

async function expectReceived(server: { calls: readonly Call[] }, bodies: string[]) {
  await waitFor(() => expect(server.calls.map(({ body }) => body)).toEqual(bodies));
}

/**
 * Answers that the session is valid, counts fetches of the list, and holds every choice until the test
 * answers it. With `checksAreHeld` a session check hangs until `answerChecks`.
 */
function aServer({ checksAreHeld = false } = {}) {
  let answerChecks: () => void = () => undefined;
  const checks = checksAreHeld ? new Promise<void>((resolve) => (answerChecks = resolve)) : Promise.resolve();
  const server = { calls: new Array<Call>(), listed: 0, answerChecks };
  const respond = (status: number, body: object) =>
    ({
      status,
      headers: new Headers({ 'content-type': 'application/json' }),
      json: () => Promise.resolve(body),
    }) as Response;
  globalThis.fetch = (path, init) => {
    if (path === '/validate-session') return checks.then(() => respond(200, { valid: true }));
    if (path === '/fetch-documents') {
      server.listed++;
      return Promise.resolve(respond(200, listOf({ side: '1-Sided', isColor: false })));
    }
    const { body, signal } = init ?? {};
    return new Promise((resolve, reject) => {
      const rejectCall = () => reject(signal?.reason as Error);
      if (signal?.aborted) {
        rejectCall();
        return;
      }
      signal?.addEventListener('abort', rejectCall);
      server.calls.push({
        body: typeof body === 'string' ? body : '',
        isAborted: () => signal?.aborted ?? false,
        answer: (status) => resolve(respond(status, {})),
      });
    });
  };
  return server;
}

function listOf(options: PrintOptions): FetchDocumentsAnswer {
  return { documents: [], left: { documents: 100, bytes: 1_000 }, options };
}

/** `before` is the known choice; null for a list that is not loaded yet. */
function onPage(before: PrintOptions | null = { side: '1-Sided', isColor: false }) {
  const queries = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, enabled: before !== null } },
  });
  if (before) queries.setQueryData(documentsKey, listOf(before));
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <Routes>
          <Route path="/login" element={<p>the login page</p>} />
          <Route path="*" element={null} />
        </Routes>
        {children}
      </MemoryRouter>
    </QueryClientProvider>
  );
  return renderHook(() => usePrintOptions(useDocuments().options), { wrapper }).result;
}
