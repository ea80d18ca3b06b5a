import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { ErrorBoundary } from './error-boundary.js';

let logged: jest.SpiedFunction<typeof console.error>;

beforeEach(() => {
  logged = jest.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  cleanup();
});

test.each([
  ['visitor', 'Back to the start', '/'],
  ['guarded', 'Back to your dashboard', '/dashboard'],
] as const)('a broken %s page shows a message, and the link "%s" leads to %s', (area, words, address) => {
  draw(
    <ErrorBoundary area={area}>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('alert').textContent).toBe('Something on this page did not work.');
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeDefined();
  expect(screen.getByRole('link', { name: words }).getAttribute('href')).toBe(address);
  expect(logged).toHaveBeenCalled();
});

test('the header stays around a broken page', () => {
  draw(
    <>
      <nav>the header</nav>
      <ErrorBoundary area="visitor">
        <Broken />
      </ErrorBoundary>
    </>,
  );
  expect(screen.getByText('the header')).toBeDefined();
});

test('a working page is not changed', () => {
  draw(<ErrorBoundary area="visitor">the page</ErrorBoundary>);
  expect(screen.getByText('the page')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

function Broken(): never {
  throw new Error('a defect');
}

function draw(children: React.ReactNode) {
  render(<MantineProvider env="test">{children}</MantineProvider>);
}
