import { afterAll, afterEach, expect, jest, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import type { PanelAction } from '@sixpence/contracts/agent/panel';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ViewOf } from '../views.js';
import { Pairing } from './pairing.js';

afterEach(cleanup);
jest.useFakeTimers();
afterAll(() => void jest.useRealTimers());

const printer = { name: 'hall', state: 'idle', reasons: [], online: true } as const;
const view: ViewOf<'pairing'> = {
  screen: 'pairing',
  printer: { ...printer, reasons: [] },
  code: {
    digits: '471902',
    url: 'https://print.example.com/qrlogin#471902',
    expiresAt: new Date(Date.now() + 119_000).toISOString(),
  },
};

test('the screen shows a QR code, its six digits, and the address where to type them [row 453]', () => {
  open(view);
  expect(screen.getByRole('img', { name: 'QR code for your phone' })).toBeTruthy();
  expect(screen.getByRole('group', { name: 'The digits to type on your phone' }).textContent).toBe(
    '4 7 1 9 0 2',
  );
  expect(screen.getByText('print.example.com/qrlogin')).toBeTruthy();
  expect(screen.getByText('Good for 1:59')).toBeTruthy();
});

test('the screen shows no QR code before core has answered or after its expiry, and then offers a new one', () => {
  const asked = { screen: 'pairing', printer: view.printer } as const;
  open(asked);
  expect(screen.queryByRole('img', { name: 'QR code for your phone' })).toBeNull();
  cleanup();
  const { send } = open({ ...asked, refused: { code: 'pairing.ended' } });
  expect(screen.getByRole('alert').textContent).toContain('This QR code is over.');
  fireEvent.click(screen.getByRole('button', { name: 'New QR code' }));
  expect(send.mock.calls).toEqual([[{ action: 'scan' }]]);
});

test('Type a code instead returns to the keypad', () => {
  const { send } = open(view);
  fireEvent.click(screen.getByRole('button', { name: 'Type a code instead' }));
  expect(send.mock.calls).toEqual([[{ action: 'begin' }]]);
});

function open(given: ViewOf<'pairing'>) {
  const send = jest.fn<(action: PanelAction) => void>();
  render(
    <MantineProvider env="test">
      <Pairing view={given} send={send} />
    </MantineProvider>,
  );
  return { send };
}
