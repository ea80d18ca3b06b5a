import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { HttpFailure } from '../../lib/http.js';
import { answerCalls } from '../../lib/testing/answered-calls.js';
import { useAct } from './use-act.js';

const realFetch = globalThis.fetch;
let invalidateQueries: jest.SpiedFunction<QueryClient['invalidateQueries']>;
/** The actions of the two buttons. */
let actions: Record<'one' | 'two', () => Promise<unknown>>;

beforeEach(() => {
  answerCalls({ '/validate-session': { status: 200, body: { valid: true } } });
  actions = { one: () => Promise.resolve(), two: () => Promise.resolve() };
  const queries = new QueryClient();
  invalidateQueries = jest.spyOn(queries, 'invalidateQueries');
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter>
          <Section />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
});
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
});

function Section() {
  const { busy, outcome, act: run, clear } = useAct();
  return (
    <>
      <output>{busy ?? 'none'}</output>
      {(['one', 'two'] as const).map((name) => (
        <button
          key={name}
          type="button"
          onClick={() =>
            void run({
              name,
              action: () => actions[name](),
              ...(name === 'one' ? { done: 'It is done.' } : {}),
            })
          }
        >
          {name}
        </button>
      ))}
      <button type="button" onClick={clear}>
        clear
      </button>
      {outcome}
    </>
  );
}

const nextTick = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));
const press = (name: string) => fireEvent.click(screen.getByText(name));
const busy = () => document.querySelector('output')?.textContent;

test('after an action succeeds, the page shows its message, and fetches the account and its address again', async () => {
  press('one');
  await nextTick();
  expect(screen.getByText('It is done.')).toBeDefined();
  expect(invalidateQueries.mock.calls).toEqual([
    [{ queryKey: ['account-details'] }],
    [{ queryKey: ['account-email'] }],
  ]);
  press('two');
  await nextTick();
  expect([screen.queryByText('It is done.'), busy()]).toEqual([null, 'none']);
});

test('after an action fails, the page shows the problem and advice until they are cleared, and fetches nothing', async () => {
  actions.one = () => Promise.reject(new HttpFailure(503, undefined, 'Error: 503'));
  press('one');
  await nextTick();
  expect(screen.getByRole('alert').textContent).toBe('That did not work.');
  expect(screen.getByText('Try again in a minute.')).toBeDefined();
  expect(invalidateQueries).not.toHaveBeenCalled();
  press('clear');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('while one action runs, another one does not start', async () => {
  let end: () => void = () => undefined;
  actions.one = () => new Promise<void>((ended) => (end = ended));
  actions.two = () => Promise.reject(new Error('begun'));
  press('one');
  press('two');
  await nextTick();
  expect([busy(), screen.queryByRole('alert')]).toEqual(['one', null]);
  end();
  await nextTick();
  expect(busy()).toBe('none');
  press('two');
  await nextTick();
  expect(screen.getByRole('alert')).toBeDefined();
});

test('without a session no action runs', async () => {
  answerCalls({ '/validate-session': { status: 200, body: { valid: false } } });
  const action = jest.fn(() => Promise.resolve());
  actions.one = action;
  press('one');
  await nextTick();
  expect([action.mock.calls, busy(), screen.queryByText('It is done.')]).toEqual([[], 'none', null]);
});
