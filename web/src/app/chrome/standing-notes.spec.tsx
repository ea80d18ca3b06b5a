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

const setOnline = (on: boolean) =>
  act(() => {
    isOnline = on;
    window.dispatchEvent(new Event(on ? 'online' : 'offline'));
  });
const notes = (container: HTMLElement) =>
  [...container.querySelectorAll('p')].map((note) => note.textContent);

test('the offline note replaces the note of a new version, which has a button to reload', async () => {
  const { container } = render(
    <MantineProvider env="test">
      <StandingNotes />
    </MantineProvider>,
  );
  expect(notes(container)).toEqual([]);
  setOnline(false);
  expect(notes(container)).toEqual([expect.stringMatching(/^You are offline\./)]);
  setOnline(true);
  expect(notes(container)).toEqual([]);
  await act(async () => {
    jest.setSystemTime(Date.now() + 600_000);
    document.dispatchEvent(new Event('visibilitychange'));
    await jest.advanceTimersByTimeAsync(0);
  });
  expect(notes(container)).toEqual(['There is a new version of Sixpence. Reload']);
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
  setOnline(false);
  expect(notes(container)).toEqual([expect.stringMatching(/^You are offline\./)]);
});
