import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { HttpFailure } from './http.js';
import { shouldRetry, useLeaveWhenEnded, useSessionGuard } from './session-guard.js';
import { answerCalls, type AnsweredCalls } from './testing/answered-calls.js';

const realFetch = globalThis.fetch;
let calls: AnsweredCalls;

beforeEach(() => {
  jest.spyOn(console, 'warn').mockReturnValue();
  calls = answerCalls({ '/validate-session': { status: 200, body: { valid: true } } });
});
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
});

function onPage<Hook>(hook: () => Hook) {
  const wrapper = ({ children }: { children: React.ReactNode }) => (
    <MemoryRouter initialEntries={['/dashboard']}>{children}</MemoryRouter>
  );
  return renderHook(() => ({ run: hook(), at: useLocation().pathname }), { wrapper }).result;
}

test.each([401, 403])(
  'an action that is answered %i counts as not run, and leads to /login',
  async (status) => {
    const page = onPage(useSessionGuard);
    const refused = () => Promise.reject(new HttpFailure(status, undefined, 'refused'));
    expect(await act(() => page.current.run(refused))).toBe(false);
    expect(page.current.at).toBe('/login');
  },
);

test('another failure of an action goes to its caller, and the page stays', async () => {
  const page = onPage(useSessionGuard);
  const full = () => Promise.reject(new HttpFailure(507, undefined, 'full'));
  await act(() => expect(page.current.run(full)).rejects.toThrow('full'));
  expect(page.current.at).toBe('/dashboard');
});

test('no action runs after the session has ended', async () => {
  calls.answers['/validate-session'] = { status: 200, body: { valid: false } };
  const page = onPage(useSessionGuard);
  const action = jest.fn<() => void>();
  expect(await act(() => page.current.run(action))).toBe(false);
  expect(action).not.toHaveBeenCalled();
  expect(page.current.at).toBe('/login');
});

test('parallel checks of the session are one request, and later ones are further requests', async () => {
  const page = onPage(useLeaveWhenEnded);
  await act(() => Promise.all([page.current.run(), page.current.run()]));
  expect(calls.sent).toHaveLength(1);
  expect(page.current.at).toBe('/dashboard');
  calls.answers['/validate-session'] = { status: 503 };
  await act(() => page.current.run());
  expect(page.current.at).toBe('/dashboard');
  calls.answers['/validate-session'] = { status: 200, body: { valid: false } };
  await act(() => page.current.run());
  expect(calls.sent).toHaveLength(3);
  expect(page.current.at).toBe('/login');
});

test.each([
  [500, [true, false]],
  [429, [true, false]],
  [401, [false, false]],
  [403, [false, false]],
])('a query that fails with %i is tried again after its first and second failure: %j', (status, again) => {
  const failure = new HttpFailure(status, undefined, 'no');
  expect([0, 1].map((before) => shouldRetry(before, failure))).toEqual(again);
});

test('a query without a connection is tried once more', () => {
  expect([0, 1].map((before) => shouldRetry(before, new TypeError('Failed to fetch')))).toEqual([
    true,
    false,
  ]);
});
