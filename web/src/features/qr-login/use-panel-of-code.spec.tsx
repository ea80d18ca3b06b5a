import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { usePanelOfCode } from './use-panel-of-code.js';

const realFetch = globalThis.fetch;
type Told = { found: true; printer: string; site: string } | { found: false };

/** The open questions to core by code, which the test answers. */
let asked: Map<string, { answer: (told: Told) => void; refuse: (status: number) => void }>;
let sessionHolds: boolean;
const onEnded = jest.fn();

beforeEach(() => {
  jest.spyOn(console, 'warn').mockReturnValue();
  onEnded.mockReset();
  asked = new Map();
  sessionHolds = true;
  const headers = new Headers({ 'content-type': 'application/json' });
  const response = (status: number, body: unknown) =>
    ({ status, headers, json: () => Promise.resolve(body) }) as Response;
  globalThis.fetch = (path, init) => {
    if (path === '/validate-session') return Promise.resolve(response(200, { valid: sessionHolds }));
    const { code } = JSON.parse(init?.body as string) as { code: string };
    return new Promise((resolve) => {
      const refuse = (status: number) => resolve(response(status, {}));
      asked.set(code, { answer: (told) => resolve(response(200, told)), refuse });
    });
  };
});
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
});

const hall: Told = { found: true, printer: 'Hall', site: 'Library' };
const attic: Told = { found: true, printer: 'Attic', site: 'Library' };
const soon = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));
const onPage = (code: string) =>
  renderHook((typed: string) => usePanelOfCode(typed, onEnded), { initialProps: code });

test('a late answer to an earlier code does not name the panel', async () => {
  const { result, rerender } = onPage('111111');
  await soon();
  rerender('222222');
  await soon();
  asked.get('222222')?.answer(attic);
  await soon();
  asked.get('111111')?.answer(hall);
  await soon();
  expect(result.current.panel).toMatchObject({ is: 'found', printer: 'Attic' });
});

test("a new code is asked for, and the earlier panel's name goes at once", async () => {
  const { result, rerender } = onPage('111111');
  await soon();
  asked.get('111111')?.answer(hall);
  await soon();
  rerender('22222');
  expect(result.current.panel).toBeUndefined();
  rerender('222222');
  expect(result.current.panel).toEqual({ is: 'asked' });
});

test('a late answer to the second question about an earlier code does not name the panel', async () => {
  const { result, rerender } = onPage('111111');
  await soon();
  asked.get('111111')?.refuse(503);
  await soon();
  expect(result.current.panel).toEqual({ is: 'untold' });
  const again = result.current.askAgain();
  rerender('222222');
  await soon();
  asked.get('222222')?.answer(attic);
  await soon();
  asked.get('111111')?.answer(hall);
  await act(() => again);
  expect(result.current.panel).toMatchObject({ is: 'found', printer: 'Attic' });
});

test('the second question names the panel after the first one failed', async () => {
  const { result } = onPage('111111');
  await soon();
  asked.get('111111')?.refuse(503);
  await soon();
  const again = result.current.askAgain();
  asked.get('111111')?.answer({ found: false });
  await act(() => again);
  expect(result.current.panel).toEqual({ is: 'nobodys' });
});

test.each(['before the question', 'with its answer'])(
  'a session that ends %s is reported once',
  async (when) => {
    sessionHolds = when === 'with its answer';
    const { result } = onPage('111111');
    await soon();
    asked.get('111111')?.refuse(401);
    await soon();
    expect(asked.size).toBe(sessionHolds ? 1 : 0);
    expect(onEnded).toHaveBeenCalledTimes(1);
    expect(result.current.panel).toEqual({ is: 'asked' });
  },
);

test('a session whose end is known after the code was changed leads nowhere', async () => {
  const { rerender } = onPage('111111');
  await soon();
  rerender('11111');
  asked.get('111111')?.refuse(401);
  await soon();
  expect(onEnded).not.toHaveBeenCalled();
});
