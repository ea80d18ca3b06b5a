import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { SpokenProgress } from './spoken-progress.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

test('when ten pages are printed each second, only the first, some, and the last are announced', () => {
  const drawn = (words: string) => (
    <MantineProvider env="test">
      <SpokenProgress words={words} />
    </MantineProvider>
  );
  const { rerender } = render(drawn('Page 1'));
  const told: string[] = [];
  const listen = () => {
    const words = screen.getByRole('status').textContent;
    if (words !== '' && words !== told.at(-1)) told.push(words);
  };
  for (let page = 1; page <= 100; page += 1) {
    rerender(drawn(`Page ${page}`));
    act(() => jest.advanceTimersByTime(100));
    listen();
  }
  expect(told[0]).toBe('Page 1');
  expect(told).toHaveLength(3);
  act(() => jest.advanceTimersByTime(4_000));
  listen();
  expect(told.at(-1)).toBe('Page 100');
});
