import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { answerCalls, type AnsweredCalls } from '../../lib/testing/answered-calls.js';
import { commonPasswordsLoaded } from '../../lib/testing/common-passwords-loaded.js';
import ResetPasswordPage from './reset-password-page.js';

let answers: AnsweredCalls['answers'];
let sent: AnsweredCalls['sent'];

beforeEach(() => {
  jest.useFakeTimers();
  sessionStorage.clear();
  ({ answers, sent } = answerCalls({
    '/reset-code': { status: 200, body: {} },
    '/reset-confirm': { status: 200, body: { message: 'Password reset successfully.' } },
  }));
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

test('the form shows after a second of spinner [rows 99, 457]', () => {
  open({ wait: 900 });
  expect(screen.getByRole('status', { name: 'Opening the form for a new password' })).toBeDefined();
  expect(screen.queryByLabelText('E-mail')).toBeNull();
  act(() => {
    jest.advanceTimersByTime(100);
  });
  expect(field('E-mail')).toBeDefined();
});

test('an address becomes lower case while it is typed [row 306]', () => {
  open();
  type('E-mail', 'A@B.CO');
  expect(field('E-mail').value).toBe('a@b.co');
});

test('a malformed address is pointed out, and Continue is disabled [rows 252, 303]', () => {
  open();
  type('E-mail', 'a@b.c');
  expect(next().disabled).toBe(true);
  fireEvent.keyDown(field('E-mail'), { key: 'Enter' });
  expect(alert()).toBe('Please check your email address.');
});

test('an address leads to the code, the password, and its confirmation [rows 98, 250, 251, 401]', async () => {
  await openSecondStep();
  expect(sent).toEqual([['/reset-code', { email: 'anna@example.com' }]]);
  expect(field('E-mail').readOnly).toBe(true);
  for (const label of ['Code', 'New password', 'Confirm password']) expect(field(label).value).toBe('');
});

test('the four requirements are listed, and each is ticked when it is met [row 326]', async () => {
  await openSecondStep();
  const list = screen.getByRole('list', { name: 'Password requirements' });
  const lines = () => [...list.children].map((line) => line.textContent);
  const kept = () => [...list.children].filter((line) => line.hasAttribute('data-kept')).length;
  expect(lines()).toEqual([
    'At least 8 characters',
    'At least 1 digit',
    'At least 1 uppercase letter',
    'At least 1 lowercase letter',
  ]);
  expect(kept()).toBe(0);
  await typePassword('six1');
  expect(kept()).toBe(2);
  await typePassword('Sixpence1');
  expect(kept()).toBe(4);
});

test('the description of the password field tells screen readers which requirements are met', async () => {
  await openSecondStep();
  const labels = () =>
    within(list())
      .getAllByRole('img')
      .map((icon) => icon.getAttribute('aria-label'));
  const list = () => screen.getByRole('list', { name: 'Password requirements' });
  expect(labels()).toEqual(['Missing:', 'Missing:', 'Missing:', 'Missing:']);
  await typePassword('six1');
  expect(labels()).toEqual(['Missing:', 'Done:', 'Missing:', 'Done:']);
  const description = document.getElementById(field('New password').getAttribute('aria-describedby') ?? '');
  expect(description?.contains(list())).toBe(true);
});

test('Continue is disabled until a strong password is typed twice [rows 321–325]', async () => {
  await openSecondStep();
  for (const weak of ['Sixpen1', 'Sixpences', 'sixpence1', 'SIXPENCE1']) {
    await fill('123456', weak, weak);
    expect([weak, next().disabled]).toEqual([weak, true]);
  }
  await fill('123456', 'Sixpence1', 'Sixpence1');
  expect(next().disabled).toBe(false);
});

test('different passwords are pointed out [row 329]', async () => {
  await openSecondStep();
  await fill('123456', 'Sixpence1', 'Sixpence2');
  fireEvent.keyDown(field('Confirm password'), { key: 'Enter' });
  expect(alert()).toBe('Passwords do not match!');
});

test('a note confirms a new password and links to the sign-in page [rows 257, 424]', async () => {
  await openSecondStep();
  await fill('123456', 'Sixpence1', 'Sixpence1');
  await press();
  expect(sent.at(-1)).toEqual([
    '/reset-confirm',
    { email: 'anna@example.com', code: '123456', password: 'Sixpence1' },
  ]);
  expect(screen.getByRole('status').textContent).toBe('Password reset successfully.');
  expect(document.activeElement?.contains(screen.getByRole('status'))).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
  expect(sessionStorage.length).toBe(0);
});

test('an unknown address gets a link to the sign-up page [row 419]', async () => {
  answers['/reset-code'] = { status: 403, body: {} };
  await openSecondStep();
  expect(alert()).toBe('New user');
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/signup');
});

test('an address whose code could not be mailed can be sent again', async () => {
  answers['/reset-code'] = { status: 500, body: {} };
  await openSecondStep();
  expect(screen.getByRole('alert')).toBeDefined();
  answers['/reset-code'] = { status: 200, body: {} };
  await press();
  expect(sent.map(([path]) => path)).toEqual(['/reset-code', '/reset-code']);
  expect(field('Code')).toBeDefined();
});

test('a code that could not be checked is not called wrong', async () => {
  await openSecondStep();
  answers['/reset-confirm'] = { status: 500, body: {} };
  await fill('123456', 'Sixpence1', 'Sixpence1');
  await press();
  expect(screen.getByRole('alert')).toBeDefined();
  expect(field('Code').getAttribute('aria-invalid')).not.toBe('true');
});

test('after a wrong code the form can be sent again', async () => {
  await openSecondStep();
  answers['/reset-confirm'] = { status: 400, body: { message: 'Invalid confirmation code.' } };
  await fill('123456', 'Sixpence1', 'Sixpence1');
  await press();
  expect(alert()).toBe('Invalid confirmation code.');
  expect(next().disabled).toBe(false);
  expect(document.activeElement).toBe(field('Code'));
  expect(field('Code').getAttribute('aria-invalid')).toBe('true');
  type('Code', '654321');
  expect(screen.queryByRole('alert')).toBeNull();
});

function open({ wait = 1000 } = {}) {
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <ResetPasswordPage />
      </MemoryRouter>
    </MantineProvider>,
  );
  act(() => {
    jest.advanceTimersByTime(wait);
  });
}

async function openSecondStep() {
  open();
  type('E-mail', 'anna@example.com');
  await press();
}

function type(label: string, value: string) {
  fireEvent.change(field(label), { target: { value } });
}

async function typePassword(password: string) {
  type('New password', password);
  await commonPasswordsLoaded();
}

async function fill(code: string, first: string, second: string) {
  type('Code', code);
  type('New password', first);
  type('Confirm password', second);
  await commonPasswordsLoaded();
}

async function press() {
  await act(async () => {
    fireEvent.click(next());
    // During this time the page loads the script of its second step.
    await import('../../components/two-steps/code-step.js');
    await jest.advanceTimersByTimeAsync(10);
  });
}

const field = (label: string): HTMLInputElement => screen.getByLabelText(label);
const next = (): HTMLButtonElement => screen.getByRole('button', { name: 'Continue' });
const alert = () => screen.getByRole('alert').textContent;
