import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { usePanelOfCode } from './use-panel-of-code.js';

const realFetch = globalThis.fetch;
type Panel = { found: true; printer: string; site: string } | { found: false };

/** The open requests to core by code, which the test answers. */
let requests: Map<string, { answer: (panel: Panel) => void; refuse: (status: number) => void }>;
let isSessionValid: boolean;
const onEnded = jest.fn();

beforeEach(() => {
  jest.spyOn(console, 'warn').mockReturnValue();
  onEnded.mockReset();
  requests = new Map();
  isSessionValid = true;
  const headers = new Headers({ 'content-type': 'application/json' });
  const response = (status: number, body: unknown) =>
    ({ status, headers, json: () => Promise.resolve(body) }) as Response;
  globalThis.fetch = (path, init) => {
    if (path === '/validate-session') return Promise.resolve(response(200, { valid: isSessionValid }));
    const { code } = JSON.parse(init?.body as string) as { code: string };
    return new Promise((resolve) => {
      const refuse = (status: number) => resolve(response(status, {}));
      requests.set(code, { answer: (panel) => resolve(response(200, panel)), refuse });
    });
  };
});
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
});

const hall: Panel = { found: true, printer: 'Hall', site: 'Library' };
const attic: Panel = { found: true, printer: 'Attic', site: 'Library' };
const soon = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));
const onPage = (code: string) =>
  renderHook((typed: string) => usePanelOfCode(typed, onEnded), { initialProps: code });

test('a late answer to an earlier code does not name the panel', async () => {
  const { result, rerender } = onPage('111111');
  await soon();
  rerender('222222');
  await soon();
  requests.get('222222')?.answer(attic);
  await soon();
  requests.get('111111')?.answer(hall);
  await soon();
  expect(result.current.panel).toMatchObject({ state: 'found', printer: 'Attic' });
});

test("a new code starts a new request, and the earlier panel's name disappears at once", async () => {
  const { result, rerender } = onPage('111111');
  await soon();
  requests.get('111111')?.answer(hall);
  await soon();
  rerender('22222');
  expect(result.current.panel).toBeUndefined();
  rerender('222222');
  expect(result.current.panel).toEqual({ state: 'loading' });
});

test('a late answer to the repeated request for an earlier code does not name the panel', async () => {
  const { result, rerender } = onPage('111111');
  await soon();
  requests.get('111111')?.refuse(503);
  await soon();
  expect(result.current.panel).toEqual({ state: 'failed' });
  const again = result.current.askAgain();
  rerender('222222');
  await soon();
  requests.get('222222')?.answer(attic);
  await soon();
  requests.get('111111')?.answer(hall);
  await act(() => again);
  expect(result.current.panel).toMatchObject({ state: 'found', printer: 'Attic' });
});

test('a repeated request is answered after the first one failed', async () => {
  const { result } = onPage('111111');
  await soon();
  requests.get('111111')?.refuse(503);
  await soon();
  const again = result.current.askAgain();
  requests.get('111111')?.answer({ found: false });
  await act(() => again);
  expect(result.current.panel).toEqual({ state: 'none' });
});

test.each(['before the request', 'with its answer'])(
  'a session that ends %s is reported once',
  async (when) => {
    isSessionValid = when === 'with its answer';
    const { result } = onPage('111111');
    await soon();
    requests.get('111111')?.refuse(401);
    await soon();
    expect(requests.size).toBe(isSessionValid ? 1 : 0);
    expect(onEnded).toHaveBeenCalledTimes(1);
    expect(result.current.panel).toEqual({ state: 'loading' });
  },
);

test('the end of a session is not reported if the user has changed the code during the request', async () => {
  const { rerender } = onPage('111111');
  await soon();
  rerender('11111');
  requests.get('111111')?.refuse(401);
  await soon();
  expect(onEnded).not.toHaveBeenCalled();
});
