import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { StandingNotes } from './standing-notes.js';

const realFetch = globalThis.fetch;
let isOnline: boolean;

beforeEach(() => {
  jest.useFakeTimers();
  isOnline = true;
  jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  document.head.innerHTML = '<script type="module" crossorigin src="/assets/index-1.js"></script>';
  const text = () => Promise.resolve('<script type="module" crossorigin src="/assets/index-2.js"></script>');
  globalThis.fetch = () => Promise.resolve({ ok: true, text } as Response);
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  globalThis.fetch = realFetch;
});

const turn = (on: boolean) =>
  act(() => {
    isOnline = on;
    window.dispatchEvent(new Event(on ? 'online' : 'offline'));
  });
const said = (container: HTMLElement) => [...container.querySelectorAll('p')].map((note) => note.textContent);

test('a lost connection is shown while it lasts, instead of a new version, which can be loaded', async () => {
  const { container } = render(
    <MantineProvider env="test">
      <StandingNotes />
    </MantineProvider>,
  );
  expect(said(container)).toEqual([]);
  turn(false);
  expect(said(container)).toEqual([expect.stringMatching(/^You are offline\./)]);
  turn(true);
  expect(said(container)).toEqual([]);
  await act(async () => {
    jest.setSystemTime(Date.now() + 600_000);
    document.dispatchEvent(new Event('visibilitychange'));
    await jest.advanceTimersByTimeAsync(0);
  });
  expect(said(container)).toEqual(['There is a new version of Sixpence. Reload']);
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
  turn(false);
  expect(said(container)).toEqual([expect.stringMatching(/^You are offline\./)]);
});
