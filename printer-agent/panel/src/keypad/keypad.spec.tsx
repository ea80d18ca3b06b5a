import { afterEach, expect, jest, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import type { PanelAction } from '@sixpence/contracts/agent/panel';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ViewOf } from '../views.js';
import { Keypad } from './keypad.js';

afterEach(cleanup);

const view: ViewOf<'keypad'> = {
  screen: 'keypad',
  printer: { name: 'hall', state: 'idle', reasons: [], online: true },
  checking: false,
};

test('six digits and LOGIN send the code once and clear it', () => {
  const { send } = open(view);
  for (const digit of '471902') fireEvent.click(screen.getByRole('button', { name: digit }));
  expect(shown()).toBe('4 7 1 9 0 2');
  fireEvent.click(login());
  expect(send.mock.calls).toEqual([[{ action: 'login', code: '471902' }]]);
  expect(shown().trim()).toBe('');
  expect(login().disabled).toBe(true);
});

test('a keyboard does the same, and Enter waits for the sixth digit', () => {
  const { send } = open(view);
  type('4', '7', '1', '9', '0', 'Enter', '5', 'Backspace', '2', 'Enter');
  expect(send.mock.calls).toEqual([[{ action: 'login', code: '471902' }]]);
});

test('Scan instead asks for a QR code, but not while a code is being checked', () => {
  const { send } = open(view);
  fireEvent.click(scan());
  expect(send.mock.calls).toEqual([[{ action: 'scan' }]]);
  cleanup();
  open({ ...view, checking: true });
  expect(scan().disabled).toBe(true);
});

test('input is ignored while a code is being checked', () => {
  const { send } = open({ ...view, checking: true });
  type('4', '7', '1', '9', '0', '2', 'Enter');
  expect(send.mock.calls).toEqual([]);
  expect(shown().trim()).toBe('');
});

test('the message about a wrong code stays until the next digit', () => {
  open({ ...view, refused: { code: 'code.wrong' } });
  expect(screen.getByRole('alert').textContent).toContain('This code does not work.');
  type('4');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a pause shows how long it lasts, also while typing', () => {
  open({ ...view, refused: { code: 'code.paused', retryAfterSeconds: 60 } });
  type('4');
  expect(screen.getByRole('alert').textContent).toContain('Please wait 60 s');
});

test('a pause counts down, and says when another code may be typed', () => {
  jest.useFakeTimers();
  try {
    open({ ...view, refused: { code: 'code.paused', retryAfterSeconds: 2 } });
    act(() => jest.advanceTimersByTime(1_000));
    expect(screen.getByRole('alert').textContent).toContain('Please wait 1 s');
    act(() => jest.advanceTimersByTime(1_000));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('You can try again now.')).toBeTruthy();
  } finally {
    cleanup();
    jest.useRealTimers();
  }
});

test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }])(
  'a digit of a keyboard with %j is the browser’s, not the code’s',
  (held) => {
    open(view);
    expect(fireEvent.keyDown(window, { key: '4', ...held })).toBe(true);
    expect(shown().trim()).toBe('');
  },
);

test('Enter presses LOGIN alone, and no digit button that has the focus', () => {
  open(view);
  expect(fireEvent.keyDown(screen.getByRole('button', { name: '4' }), { key: 'Enter' })).toBe(false);
  expect(fireEvent.keyDown(window, { key: 'F5' })).toBe(true);
});

function open(given: ViewOf<'keypad'>) {
  const send = jest.fn<(action: PanelAction) => void>();
  render(
    <MantineProvider env="test">
      <Keypad view={given} send={send} />
    </MantineProvider>,
  );
  return { send };
}

function type(...pressed: string[]) {
  for (const key of pressed) fireEvent.keyDown(window, { key });
}

function shown(): string {
  return screen.getByRole('group', { name: 'The code you type' }).textContent;
}

function scan(): HTMLButtonElement {
  return screen.getByRole('button', { name: 'Scan instead' });
}

function login(): HTMLButtonElement {
  return screen.getByRole('button', { name: 'LOGIN' });
}
