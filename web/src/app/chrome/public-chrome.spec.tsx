import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { PageLink } from '../../components/page-link.js';
import { answerCalls, type AnsweredCalls, holdAnswers } from '../../lib/testing/answered-calls.js';
import { PublicChrome } from './public-chrome.js';

const realFetch = globalThis.fetch;
let calls: AnsweredCalls;

beforeEach(() => {
  calls = answerCalls({ '/validate-session': { status: 200, body: { valid: false } } });
});
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
});

test('after sign-up the header links to the dashboard, even if the earlier session check is answered last', async () => {
  const answered = globalThis.fetch;
  const answerFirst = holdAnswers('/validate-session');
  render(
    <MantineProvider env="test">
      <MemoryRouter initialEntries={['/signup']}>
        <Routes>
          <Route element={<PublicChrome />}>
            <Route path="/signup" element={<PageLink to="/welcome">Go on</PageLink>} />
            <Route path="/welcome" element={null} />
          </Route>
        </Routes>
      </MemoryRouter>
    </MantineProvider>,
  );
  await soon();
  globalThis.fetch = answered;
  calls.answers['/validate-session'] = { status: 200, body: { valid: true } };
  fireEvent.click(screen.getByText('Go on'));
  await soon();
  expect(screen.getByRole('link', { name: 'Dashboard' })).toBeDefined();
  answerFirst();
  await soon();
  expect(screen.getByRole('link', { name: 'Dashboard' })).toBeDefined();
});

const soon = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));
