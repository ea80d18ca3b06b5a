import { afterEach, expect, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { answerCalls } from '../../lib/testing/answered-calls.js';
import QrLoginPage from './qr-login-page.js';

const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
});

const soon = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));

test('a code is sent only after its panel is named, and two submissions at once send it once', async () => {
  const { sent } = answerCalls({
    '/validate-session': { status: 200, body: { valid: true } },
    '/qr-panel': { status: 200, body: { found: true, printer: 'Hall', site: 'Library' } },
    '/qr-auth': { status: 200, body: { authenticated: true, message: '' } },
  });
  render(
    <MantineProvider env="test">
      <MemoryRouter initialEntries={['/qrlogin#123456']}>
        <QrLoginPage />
      </MemoryRouter>
    </MantineProvider>,
  );
  const { form } = screen.getByRole<HTMLInputElement>('textbox');
  fireEvent.submit(form!);
  await soon();
  const sentCodes = () => sent.filter(([path]) => path === '/qr-auth').map(([, body]) => body);
  expect(sentCodes()).toEqual([]);
  fireEvent.submit(form!);
  fireEvent.submit(form!);
  await soon();
  expect(sentCodes()).toEqual([{ code: '123456' }]);
});
