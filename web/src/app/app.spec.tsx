import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Link, MemoryRouter, useLocation } from 'react-router';
import { App } from './app.js';
import '../features/login/login-page.js';
import './signed-in-area.js';

let paths: unknown[];
let answerSession: (valid: boolean) => void;

beforeEach(() => {
  paths = [];
  globalThis.fetch = (path) => {
    paths.push(path);
    return new Promise((resolve) => {
      answerSession = (valid) => {
        const json = () => Promise.resolve({ valid });
        resolve({
          status: 200,
          headers: new Headers({ 'content-type': 'application/json' }),
          json,
        } as unknown as Response);
      };
    });
  };
});
afterEach(cleanup);

test("while the session is checked, the tab has the page's title, and the account's address is not fetched", async () => {
  render(
    <MantineProvider>
      <MemoryRouter initialEntries={['/dashboard']}>
        <App />
      </MemoryRouter>
    </MantineProvider>,
  );
  expect(document.title).toBe('Dashboard · Sixpence');
  await waitFor(() => {
    expect(paths).toEqual(['/validate-session']);
  });
  expect(screen.getByRole('button', { name: 'Logout' })).toBeDefined();
  await act(async () => {
    answerSession(false);
    await Promise.resolve();
  });
  await waitFor(() => {
    expect(document.title).toBe('Sign in · Sixpence');
  });
  expect(paths).not.toContain('/footer-email');
});

test("a valid session removes the addresses of earlier forms from the tab's storage", async () => {
  sessionStorage.setItem('sixpence.sign-up', '{"email":"anna@example.com"}');
  sessionStorage.setItem('sixpence.reset', '{"email":"anna@example.com"}');
  render(
    <MantineProvider>
      <MemoryRouter initialEntries={['/help']}>
        <App />
      </MemoryRouter>
    </MantineProvider>,
  );
  await waitFor(() => {
    expect(paths).toEqual(['/validate-session']);
  });
  await act(async () => {
    answerSession(true);
    await Promise.resolve();
  });
  await waitFor(() => {
    expect(['sign-up', 'reset'].map((name) => sessionStorage.getItem(`sixpence.${name}`))).toEqual([
      null,
      null,
    ]);
  });
});

test('an invalid session does not redirect a user who has already left the page', async () => {
  const loginWithError = '/login?error=signup-required';
  function Address() {
    const { pathname, search } = useLocation();
    return (
      <Link to={loginWithError} data-testid="address">
        {pathname + search}
      </Link>
    );
  }
  const address = () => screen.getByTestId('address');
  render(
    <MantineProvider>
      <MemoryRouter initialEntries={['/dashboard']}>
        <App />
        <Address />
      </MemoryRouter>
    </MantineProvider>,
  );
  await waitFor(() => {
    expect(paths).toEqual(['/validate-session']);
  });
  const answerFirst = answerSession;
  fireEvent.click(address());
  await waitFor(() => {
    expect([address().textContent, paths.length]).toEqual([loginWithError, 2]);
  });
  await act(async () => {
    answerFirst(false);
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(address().textContent).toBe(loginWithError);
});
