import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { answerCalls, type AnsweredCalls } from '../../lib/testing/answered-calls.js';
import LoginPage from './login-page.js';

let answers: AnsweredCalls['answers'];
let sent: AnsweredCalls['sent'];

beforeEach(() => {
  jest.useFakeTimers();
  ({ answers, sent } = answerCalls({ '/validate-session': { status: 200, body: { valid: false } } }));
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

test('the form shows after a second of spinner [rows 93, 456]', () => {
  open('/login', { wait: 900 });
  expect(screen.getByRole('status', { name: 'Opening the sign-in form' })).toBeDefined();
  expect(screen.queryByLabelText('E-mail')).toBeNull();
  act(() => {
    jest.advanceTimersByTime(100);
  });
  expect(screen.getByLabelText('E-mail')).toBeDefined();
});

test('Login needs a valid e-mail and a password [rows 88, 253]', () => {
  open('/login');
  expect(login().disabled).toBe(true);
  fill('demo@example.c', 'secret');
  expect(login().disabled).toBe(true);
  fill('demo@example.com', '');
  expect(login().disabled).toBe(true);
  fill('demo@example.com', 's');
  expect(login().disabled).toBe(false);
});

test.each([
  ['a@b.co', false],
  ['a@b.c', true],
  ['a@b', true],
  ['@b.co', true],
  ['a b@c.co', true],
])('with "%s" and a password Login is disabled: %j [row 299]', (email, disabled) => {
  open('/login');
  fill(email, 'secret');
  expect(login().disabled).toBe(disabled);
});

test('a malformed e-mail is pointed out on blur', () => {
  open('/login');
  fill('demo@example', 'secret');
  fireEvent.blur(screen.getByLabelText('E-mail'));
  expect(screen.getByRole('alert').textContent).toBe('Check your email address');
});

test('Enter points out a malformed e-mail, although Login is disabled', () => {
  open('/login');
  fill('demo@example', 'secret');
  fireEvent.keyDown(screen.getByLabelText('E-mail'), { key: 'Enter' });
  expect(screen.getByRole('alert').textContent).toBe('Check your email address');
});

test('the message about the address disappears when the address is changed, and other messages stay', async () => {
  open('/login');
  fill('demo@example', 'secret');
  fireEvent.blur(screen.getByLabelText('E-mail'));
  fill('demo@example.', 'secret');
  expect(screen.queryByRole('alert')).toBeNull();
  await signIn(401);
  fill('other@example.com', 'secret');
  expect(screen.getByRole('alert').textContent).toBe('Authentication failed');
});

test('an empty address is not pointed out on blur', () => {
  open('/login');
  fireEvent.blur(screen.getByLabelText('E-mail'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an incomplete form is not sent, and two submissions at once send one request', async () => {
  open('/login');
  const submit = () => fireEvent.submit(screen.getByLabelText<HTMLInputElement>('E-mail').form!);
  const logins = () => sent.filter(([path]) => path === '/email-login').length;
  fill('demo@example', 'secret');
  submit();
  fill('demo@example.com', '');
  submit();
  expect(logins()).toBe(0);
  fill('demo@example.com', 'secret');
  submit();
  submit();
  await act(() => jest.advanceTimersByTimeAsync(10));
  expect(logins()).toBe(1);
});

test('a button shows the typed password, and hides it again', () => {
  open('/login');
  const show = screen.getByRole('button', { name: 'Show what is typed' });
  const seen = () => [
    screen.getByLabelText<HTMLInputElement>('Password').type,
    show.getAttribute('aria-pressed'),
  ];
  const states = [seen()];
  for (let press = 0; press < 2; press += 1) {
    fireEvent.click(show);
    states.push(seen());
  }
  expect(states).toEqual([
    ['password', 'false'],
    ['text', 'true'],
    ['password', 'false'],
  ]);
});

test.each([
  [401, 'Authentication failed', 'Reset your password', '/reset-password'],
  [403, 'New user. Please create an account', 'create an account', '/signup'],
])('status %i shows "%s" and the link "%s" [rows 409, 410]', async (status, sentence, link, address) => {
  open('/login');
  await signIn(status);
  expect(screen.getByRole('alert').textContent).toBe(sentence);
  expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(address);
});

test('any other status is shown by its number, apart from the advice [row 411]', async () => {
  open('/login');
  await signIn(503);
  expect(screen.getByRole('alert').textContent).toBe('Error: 503');
});

test('a right password leads to the dashboard [rows 208, 254]', async () => {
  open('/login');
  await signIn(200);
  expect(sent).toContainEqual(['/email-login', { email: 'demo@example.com', password: 'secret' }]);
  expect(screen.getByText('the dashboard')).toBeDefined();
});

test.each([
  ['is led to the dashboard', false, 'the dashboard'],
  ['and leaves it before the session check is answered stays on the next page', true, 'the sign-up'],
])('a signed-in user who opens /login %s', async (_, leaves, shown) => {
  answers['/validate-session'] = { status: 200, body: { valid: true } };
  open('/login');
  if (leaves) fireEvent.click(screen.getByRole('link', { name: 'Sign up' }));
  await act(() => jest.advanceTimersByTimeAsync(10));
  expect(screen.getByText(shown)).toBeDefined();
});

test('a user who must sign up first gets a message and a link to sign-up [row 92]', () => {
  open('/login?error=signup-required');
  expect(screen.getByRole('alert').textContent).toBe('New user. Please create an account');
  expect(screen.getByRole('link', { name: 'create an account' }).getAttribute('href')).toBe('/signup');
});

test.each([
  ['a forgotten password', 'Forgot your password?', '/reset-password', 89],
  ['a new user', 'Sign up', '/signup', 90],
])('the form has a link for %s: "%s" leads to %s [row %i]', (_, name, address) => {
  open('/login');
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(address);
});

function open(address: string, { wait = 1000 } = {}) {
  render(
    <MantineProvider env="test">
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path="/login" element={<LoginPage />} />
          <Route path="/dashboard" element={<p>the dashboard</p>} />
          <Route path="/signup" element={<p>the sign-up</p>} />
        </Routes>
      </MemoryRouter>
    </MantineProvider>,
  );
  act(() => {
    jest.advanceTimersByTime(wait);
  });
}

function fill(email: string, password: string) {
  fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: email } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } });
}

function login(): HTMLButtonElement {
  return screen.getByRole('button', { name: 'Login' });
}

async function signIn(status: number) {
  answers['/email-login'] = { status, body: {} };
  fill('demo@example.com', 'secret');
  await act(async () => {
    fireEvent.click(login());
    await jest.advanceTimersByTimeAsync(10);
  });
}
