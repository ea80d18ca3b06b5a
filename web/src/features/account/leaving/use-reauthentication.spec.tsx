import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { HttpFailure } from '../../../lib/http.js';
import { answerCalls, type AnsweredCalls } from '../../../lib/testing/answered-calls.js';
import { useReauthentication } from './use-reauthentication.js';

const realFetch = globalThis.fetch;
let calls: AnsweredCalls;

beforeEach(() => {
  calls = answerCalls({ '/validate-session': { status: 200, body: { valid: true } } });
});
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
});

const onPage = (hasPassword = true) =>
  renderHook(() => ({ ...useReauthentication(hasPassword), at: useLocation().pathname }), {
    wrapper: ({ children }) => <MemoryRouter initialEntries={['/account']}>{children}</MemoryRouter>,
  }).result;

test.each([
  [true, { password: 'Sixpence1' }],
  [false, {}],
])(
  'the action of an account with a password (%j) gets %j, and the field is empty afterwards',
  async (hasPassword, proof) => {
    const page = onPage(hasPassword);
    expect(page.current.complete).toBe(!hasPassword);
    act(() => page.current.setPassword('Sixpence1'));
    expect(page.current.complete).toBe(true);
    const proofs: unknown[] = [];
    const run = () => page.current.run((given) => Promise.resolve(void proofs.push(given)));
    expect(await act(run)).toBe(true);
    expect([proofs, page.current.password, page.current.busy]).toEqual([[proof], '', false]);
  },
);

const coreMessage = 'Please type your password.';
const adviceWhenUnavailable = 'Check your connection, and try again in a moment.';
test.each([
  [
    new HttpFailure(422, 'account.unproven', coreMessage, coreMessage),
    true,
    coreMessage,
    'What you typed is not your password.',
  ],
  [
    new HttpFailure(422, 'account.unproven', coreMessage, coreMessage),
    false,
    coreMessage,
    expect.stringMatching(/^You have no password/),
  ],
  [
    new HttpFailure(409, 'leaving.money-left', coreMessage, coreMessage),
    true,
    coreMessage,
    'Print with it first, or give it up.',
  ],
  [new HttpFailure(499, 'some.code', coreMessage, coreMessage), true, coreMessage, undefined],
  [new HttpFailure(500, undefined, 'Error: 500'), true, 'That did not work.', adviceWhenUnavailable],
  [new TypeError('Failed to fetch'), true, 'That did not work.', adviceWhenUnavailable],
])(
  'the failure %s (with a password: %j) is shown, and the typed password stays',
  async (error, hasPassword, sentence, advice) => {
    const page = onPage(hasPassword);
    act(() => page.current.setPassword('Sixpence1'));
    expect(await act(() => page.current.run(() => Promise.reject(error)))).toBe(false);
    const code = error instanceof HttpFailure ? error.code : undefined;
    expect(page.current.notDone).toEqual({ code, sentence, advice });
    expect([page.current.password, page.current.busy]).toEqual(['Sixpence1', false]);
    await act(() => page.current.run(() => Promise.resolve()));
    expect(page.current.notDone).toBeUndefined();
  },
);

test('a second press while the action runs does nothing', async () => {
  const page = onPage();
  let end: () => void = () => undefined;
  const work = () => new Promise<void>((ended) => (end = ended));
  let first: Promise<boolean> | undefined;
  await act(async () => {
    first = page.current.run(work);
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(page.current.busy).toBe(true);
  expect(await act(() => page.current.run(() => Promise.reject(new Error('twice'))))).toBe(false);
  expect(page.current.notDone).toBeUndefined();
  end();
  expect(await act(() => first!)).toBe(true);
});

test('an ended session leads to /login, and the password is not sent', async () => {
  calls.answers['/validate-session'] = { status: 200, body: { valid: false } };
  const page = onPage();
  act(() => page.current.setPassword('Sixpence1'));
  expect(await act(() => page.current.run(() => Promise.reject(new Error('sent'))))).toBe(false);
  expect([page.current.at, page.current.notDone]).toEqual(['/login', undefined]);
});
