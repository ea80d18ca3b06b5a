import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { contents } from '@sixpence/content/contents';
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { ContentPage } from './content-page.js';

beforeEach(() => {
  jest.useFakeTimers();
  // The call for the operator of the service is never answered.
  globalThis.fetch = () => new Promise(() => undefined);
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

test.each([
  ['/terms', 156],
  ['/privacy', 157],
  ['/what-we-do', 158],
  ['/solutions', 159],
])('the preloader of %s shows for half a second to a second, then the text shows [row %i]', (path) => {
  draw(path);
  pass(500);
  expect([preloader() !== null, isTextHidden()]).toEqual([true, true]);
  pass(500);
  expect([preloader() !== null, isTextHidden()]).toEqual([false, false]);
});

test('an article shows at once', () => {
  draw('/how-to-top-up');
  expect([preloader() !== null, isTextHidden()]).toEqual([false, false]);
});

function draw(path: string) {
  const content = contents.find((one) => one.path === path);
  if (!content) throw new Error(`${path} has no content`);
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <ContentPage content={content} />
      </MemoryRouter>
    </MantineProvider>,
  );
}

function pass(milliseconds: number) {
  act(() => {
    jest.advanceTimersByTime(milliseconds);
  });
}

function preloader() {
  return screen.queryByRole('status', { name: 'Opening the page' });
}

function isTextHidden() {
  return screen.getByText(/^Last changed/).closest('[data-to-come]') !== null;
}
