import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { answerCalls, holdAnswers } from '../../lib/testing/answered-calls.js';
import WelcomePage from './welcome-page.js';

beforeEach(() => {
  jest.useFakeTimers();
  answerCalls({ '/validate-session': { status: 200, body: { valid: false } } });
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

test('the thanks show at once, and the links after a second of spinner [rows 100, 105, 457]', () => {
  open(900);
  expect(screen.getByRole('heading', { name: /Thank you/ })).toBeDefined();
  expect(screen.getByRole('status', { name: 'Opening your welcome' })).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
  act(() => {
    jest.advanceTimersByTime(100);
  });
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.getAllByRole('link')).toHaveLength(3);
});

test.each([
  ['Your documents and your code', '/dashboard', 101],
  ['Credits, to pay for pages', '/credits', 102],
  ['Help, if something does not work', '/help', 103],
])('"%s" leads to %s [row %i]', (name, address) => {
  open(1_000);
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(address);
});

test('the button leads to the dashboard [row 104]', () => {
  open(1_000);
  fireEvent.click(screen.getByRole('button', { name: 'Go to Dashboard' }));
  expect(screen.getByText('the dashboard')).toBeDefined();
});

test('a page that is left during the session check requests no balance', async () => {
  const { sent } = answerCalls({ '/validate-session': { status: 200, body: { valid: true } } });
  const answer = holdAnswers('/validate-session');
  open(0);
  cleanup();
  answer();
  await jest.advanceTimersByTimeAsync(10);
  expect(sent).toEqual([['/validate-session', undefined]]);
});

function open(wait: number) {
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <Routes>
          <Route path="/" element={<WelcomePage />} />
          <Route path="/dashboard" element={<p>the dashboard</p>} />
        </Routes>
      </MemoryRouter>
    </MantineProvider>,
  );
  act(() => {
    jest.advanceTimersByTime(wait);
  });
}
