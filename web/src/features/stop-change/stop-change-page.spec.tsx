import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { answerCalls } from '../../lib/testing/answered-calls.js';
import StopChangePage from './stop-change-page.js';

const realFetch = globalThis.fetch;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  globalThis.fetch = realFetch;
});

test.each([
  [200, 'The change was stopped.', 'Choose a new password'],
  [404, 'This link is not good any more.', 'Choose a new password'],
  [400, 'This link is not good any more.', 'Choose a new password'],
  [409, 'That did not work.', 'Stop the change'],
  [503, 'That did not work.', 'Stop the change'],
])(
  'when the server answers %i, the page shows "%s" and the button "%s"',
  async (status, sentence, button) => {
    const calls = answerCalls({ '/address-stop': { status, body: {} } });
    render(
      <MantineProvider env="test">
        <MemoryRouter initialEntries={['/stop-change#the-token']}>
          <StopChangePage />
        </MemoryRouter>
      </MantineProvider>,
    );
    act(() => {
      jest.advanceTimersByTime(1_000);
    });
    expect(screen.getByText(/^If it was not you, stop it here/)).toBeDefined();
    // Opening the page changes nothing.
    expect(calls.sent).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Stop the change' }));
    await act(() => jest.advanceTimersByTimeAsync(10));
    expect(calls.sent).toEqual([['/address-stop', { token: 'the-token' }]]);
    expect(screen.getByText(sentence)).toBeDefined();
    expect(screen.getByRole('button').textContent).toBe(button);
  },
);
