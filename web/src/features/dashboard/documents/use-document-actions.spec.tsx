import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { FetchDocumentsAnswer } from '@sixpence/contracts/http/documents';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { answerCalls, type AnsweredCalls } from '../../../lib/testing/answered-calls.js';
import { documentsKey } from './document-cache.js';
import { unprepared } from './testing/unprepared.js';
import { useDocumentActions } from './use-document-actions.js';

const realFetch = globalThis.fetch;
const [essay, thesis] = [unprepared(1), unprepared(2)].map((row) => ({
  ...row,
  status: 'ready' as const,
})) as [ReturnType<typeof unprepared>, ReturnType<typeof unprepared>];
const firstPage = { pages: [1], putBack: [] };

let calls: AnsweredCalls;

beforeEach(() => {
  jest.spyOn(console, 'error').mockReturnValue();
  jest.spyOn(console, 'warn').mockReturnValue();
  calls = answerCalls({
    '/validate-session': { status: 200, body: { valid: true } },
    '/delete-document': { status: 200, body: {} },
    '/remove-pages': { status: 200, body: { status: 'success' } },
  });
});
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
});

function onPage() {
  const queries = new QueryClient();
  queries.setQueryData<FetchDocumentsAnswer>(documentsKey, {
    documents: [essay, thesis],
    left: { documents: 98, bytes: 1_000 },
    options: { side: '1-Sided', isColor: false },
  });
  const refetched = jest.spyOn(queries, 'invalidateQueries');
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={['/dashboard']}>{children}</MemoryRouter>
    </QueryClientProvider>
  );
  const { result } = renderHook(() => ({ ...useDocumentActions(), at: useLocation().pathname }), { wrapper });
  const list = () => queries.getQueryData<FetchDocumentsAnswer>(documentsKey)?.documents ?? [];
  return { result, refetched, states: () => list().map(({ orderId, status }) => [orderId, status]) };
}

test('two deletions in a row remove both documents, in any order of the answers', async () => {
  const { result, states, refetched } = onPage();
  act(() => result.current.remove(essay.orderId));
  act(() => result.current.remove(thesis.orderId));
  expect([...result.current.deleted]).toEqual([essay.orderId, thesis.orderId]);
  expect(states()).toEqual([]);
  await act(() => soon());
  expect(refetched).toHaveBeenCalledTimes(2);
});

test('a failed deletion fetches the list again', async () => {
  calls.answers['/delete-document'] = { status: 503 };
  const { result, refetched } = onPage();
  act(() => result.current.remove(essay.orderId));
  expect(refetched).not.toHaveBeenCalled();
  await act(() => soon());
  expect(refetched.mock.calls).toEqual([[{ queryKey: documentsKey }]]);
});

test('pages are removed from the second document only', async () => {
  const { result, states } = onPage();
  let kept: Promise<boolean> | undefined;
  act(() => void (kept = result.current.keepOnly(thesis.orderId, firstPage)));
  expect(result.current.removingPagesOf).toBe(thesis.orderId);
  await act(() => soon());
  expect(await kept).toBe(true);
  expect(states()).toEqual([
    [essay.orderId, 'ready'],
    [thesis.orderId, 'processing'],
  ]);
  expect(result.current).toMatchObject({ removingPagesOf: undefined, pagesFailed: false });
});

test.each([
  ['is refused', { status: 409 }],
  ['is answered without the specified status', { status: 200, body: { status: 'failure' } }],
])(
  'a removal of pages that %s shows a failure until the next try, and changes nothing',
  async (_, answer) => {
    calls.answers['/remove-pages'] = answer;
    const { result, states } = onPage();
    expect(await act(() => result.current.keepOnly(thesis.orderId, firstPage))).toBe(false);
    expect(result.current).toMatchObject({ removingPagesOf: undefined, pagesFailed: true });
    expect(states().map(([, status]) => status)).toEqual(['ready', 'ready']);
    act(() => void result.current.keepOnly(thesis.orderId, firstPage));
    expect(result.current.pagesFailed).toBe(false);
    await act(() => soon());
  },
);

test('a session that ends while pages are removed leads to /login, without a failure', async () => {
  calls.answers['/remove-pages'] = { status: 401 };
  const { result } = onPage();
  expect(await act(() => result.current.keepOnly(thesis.orderId, firstPage))).toBe(false);
  expect(result.current).toMatchObject({ removingPagesOf: undefined, pagesFailed: false, at: '/login' });
});

function soon(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 10));
}
