import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { LiveNewsProvider } from '../../../lib/live/live-news.js';
import { CodeCard } from './code-card.js';

const realSocket = globalThis.WebSocket;
const realFetch = globalThis.fetch;
let socket: Pick<WebSocket, 'onmessage'>;

beforeEach(() => {
  localStorage.setItem('sixpence.code-explained', 'yes');
  globalThis.WebSocket = function () {
    socket = { onmessage: null };
    return Object.assign(socket, { close: () => undefined });
  } as unknown as typeof WebSocket;
  const expiresAt = new Date(Date.now() + 300_000).toISOString();
  const answer = {
    status: 200,
    headers: new Headers({ 'content-type': 'application/json' }),
    json: () => Promise.resolve({ valid: true, code: '471902', expiresAt }),
  };
  globalThis.fetch = () => Promise.resolve(answer as Response);
});

afterEach(() => {
  cleanup();
  globalThis.WebSocket = realSocket;
  globalThis.fetch = realFetch;
});

test('a used code is removed, and the card names the printer', async () => {
  open();
  await getCode();
  expect(screen.getByText('Reset Code')).toBeDefined();
  tellUsed('Hall');
  expect(screen.getByText('Your code was used at Hall. It works once.')).toBeDefined();
  expect(screen.queryByText('Reset Code')).toBeNull();
});

test('a code is requested after the open pages are closed, and not if closing them fails', async () => {
  const steps: string[] = [];
  const answer = globalThis.fetch;
  globalThis.fetch = (path, init) => {
    steps.push(path as string);
    return answer(path, init);
  };
  let isClosed = false;
  open(() => {
    steps.push('closePages');
    return Promise.resolve(isClosed);
  });
  fireEvent.click(screen.getByText('Get code'));
  await act(() => Promise.resolve());
  expect(steps).toEqual(['/validate-session', 'closePages']);
  isClosed = true;
  await getCode();
  expect(steps.slice(2)).toEqual(['/validate-session', 'closePages', '/create-code']);
  fireEvent.click(screen.getByText('Reset Code'));
  expect(steps.slice(5)).toEqual(['/validate-session']);
});

test('news of an earlier code does not remove the new one', async () => {
  open();
  tellUsed('Hall');
  await getCode();
  expect(screen.getByText('Reset Code')).toBeDefined();
});

test("a code's remaining time counts down, and at 0 another code can be requested", async () => {
  open();
  await getCode();
  expect(screen.getByText(/^[45]:\d\d$/)).toBeDefined();
  const now = Date.now();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 299_000);
  await screen.findByText(/^0:0[12]$/);
  clock.mockReturnValue(now + 301_000);
  await screen.findByText('Your code has run out. Your documents are still here.');
  clock.mockRestore();
  expect(screen.queryByText('Reset Code')).toBeNull();
  expect(document.querySelector('[aria-label="Your code"]')).toBeNull();
  await getCode();
});

function open(closePages = () => Promise.resolve(true)) {
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <LiveNewsProvider admitted>
          <CodeCard disabled={false} closePages={closePages} card={{ current: null }} />
        </LiveNewsProvider>
      </MemoryRouter>
    </MantineProvider>,
  );
}

async function getCode() {
  fireEvent.click(screen.getByRole('button', { name: 'Get code' }));
  await screen.findByText('Reset Code');
}

function tellUsed(printer: string) {
  const frame = new MessageEvent('message', { data: JSON.stringify({ type: 'code-used', printer }) });
  act(() => {
    socket.onmessage?.call(socket as WebSocket, frame);
  });
}
