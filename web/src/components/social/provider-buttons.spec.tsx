import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import type { ProviderName } from '@sixpence/contracts/provider-names';
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { answerCalls, type AnsweredCalls } from '../../lib/testing/answered-calls.js';
import { visitedProvider, noteVisitedProvider } from './visited-provider.js';
import { beginProviderSignIn } from './provider-sign-in.js';
import { ProviderButtons } from './provider-buttons.js';
import { useSocialReturn } from './use-social-return.js';

const realFetch = globalThis.fetch;
const urls = { google: 'https://google.example/a', apple: 'https://apple.example/a' };
let calls: AnsweredCalls;

beforeEach(() => {
  sessionStorage.clear();
  jest.spyOn(console, 'warn').mockReturnValue();
  calls = answerCalls({
    '/social-state': { status: 200, body: { authorizationUrls: urls } },
    '/social-pending': { status: 200, body: {} },
  });
});
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
});

const soon = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));

test.each([
  ['google', true, urls.google],
  ['apple', false, urls.apple],
  ['microsoft', false, undefined],
] as const)('a sign-in with %s (sign-up: %j) goes to the address %j', async (provider, isSignupFlow, url) => {
  expect(await beginProviderSignIn(provider, isSignupFlow)).toBe(url);
  expect(await beginProviderSignIn(provider, isSignupFlow)).toBe(url);
  // The provider is stored only if there is an address to which the tab can go.
  expect(visitedProvider()).toBe(url === undefined ? undefined : provider);
  const states = calls.sent.map(([, body]) => body as { stateKey: string; isSignupFlow: boolean });
  expect(states.map((state) => state.isSignupFlow)).toEqual([isSignupFlow, isSignupFlow]);
  for (const { stateKey } of states) expect(stateKey).toMatch(/^[0-9a-f]{64}$/);
  expect(states[0]?.stateKey).not.toBe(states[1]?.stateKey);
});

test('a stored provider that is unknown counts as none', () => {
  sessionStorage.setItem('sixpence.social', 'facebook');
  expect(visitedProvider()).toBeUndefined();
});

describe('the buttons of the providers', () => {
  const show = (unfinished?: ProviderName) =>
    render(
      <MantineProvider env="test">
        <ProviderButtons does="sign-in" unfinished={unfinished} />
      </MantineProvider>,
    );
  const button = (name: string) =>
    screen.getByRole<HTMLButtonElement>('button', { name: `Sign in with ${name}` });

  test('the page names a provider that did not sign the person in, until another one cannot be reached', async () => {
    show('google');
    expect(screen.getByRole('status').textContent).toBe('Google did not sign you in. Nothing was changed.');
    calls.answers['/social-state'] = { status: 503 };
    fireEvent.click(button('Apple'));
    await soon();
    expect(screen.queryByRole('status')).toBeNull();
    expect(screen.getByRole('alert').textContent).toBe('Apple cannot be used just now.');
    expect(button('Google').disabled).toBe(false);
  });

  test('the buttons work again when the browser restores the page from its cache', () => {
    show();
    globalThis.fetch = () => new Promise(() => undefined);
    fireEvent.click(button('Google'));
    expect(button('Apple').disabled).toBe(true);
    const comeBack = (persisted: boolean) =>
      act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })));
    comeBack(false);
    expect(button('Apple').disabled).toBe(true);
    comeBack(true);
    expect(button('Apple').disabled).toBe(false);
  });
});

describe('the return from a provider', () => {
  const person = { provider: 'google', email: 'anna@example.com', isSignupFlow: false, mail: '1' };
  const onPage = (hasErrorInUrl = false) =>
    renderHook(() => useSocialReturn({ isSignupFlow: false, hasErrorInUrl })).result;

  test('without a stored provider the page sends no request', async () => {
    const page = onPage();
    await soon();
    expect([page.current.back, calls.sent]).toEqual([{ state: 'none' }, []]);
  });

  test.each([
    ['no person waits for a code', { status: 200, body: {} }],
    [
      'the person began on the sign-up page',
      { status: 200, body: { person: { ...person, isSignupFlow: true } } },
    ],
    ['the call fails', { status: 503 }],
  ])('if %s, the visit to the provider counts as unfinished and is forgotten', async (_, answer) => {
    noteVisitedProvider('apple');
    calls.answers['/social-pending'] = answer;
    const page = onPage();
    expect(page.current.back).toEqual({ state: 'asking' });
    await soon();
    expect(page.current.back).toEqual({ state: 'unfinished', provider: 'apple' });
    expect(visitedProvider()).toBeUndefined();
  });

  test('a person who must type a code is kept through a reload, until they start again', async () => {
    noteVisitedProvider('google');
    calls.answers['/social-pending'] = { status: 200, body: { person } };
    const page = onPage();
    await soon();
    expect(page.current.back).toEqual({ state: 'unproven', person });
    expect(visitedProvider()).toBe('google');
    act(() => page.current.startAgain());
    expect([page.current.back, visitedProvider()]).toEqual([{ state: 'none' }, undefined]);
  });

  test('a page with an error in its URL sends no request, and forgets the visit to the provider', async () => {
    noteVisitedProvider('google');
    const page = onPage(true);
    await soon();
    expect([page.current.back, calls.sent, visitedProvider()]).toEqual([{ state: 'none' }, [], undefined]);
  });

  test('an answer after the page was left changes nothing', async () => {
    noteVisitedProvider('google');
    onPage();
    cleanup();
    await soon();
    expect(visitedProvider()).toBe('google');
  });
});
