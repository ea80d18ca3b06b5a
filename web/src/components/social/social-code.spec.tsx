import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { answerCalls, type AnsweredCalls } from '../../lib/testing/answered-calls.js';
import { SocialCode } from './social-code.js';

const realFetch = globalThis.fetch;
const mail = '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70';
const nextMail = '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c71';
const email = 'anna@example.com';
let calls: AnsweredCalls;
const done = jest.fn();
const startAgain = jest.fn();

beforeEach(() => {
  jest.useFakeTimers();
  done.mockReset();
  startAgain.mockReset();
  calls = answerCalls({
    '/social-confirm': { status: 200, body: { to: '/welcome' } },
    '/social-code': { status: 200, body: { mail: nextMail } },
    [`/code-mail?mail=${mail}`]: { status: 200, body: { state: 'sent' } },
    [`/code-mail?mail=${nextMail}`]: { status: 200, body: { state: 'refused' } },
  });
  render(
    <MantineProvider env="test">
      <SocialCode
        person={{ provider: 'google', email, isSignupFlow: true, mail }}
        done={done}
        startAgain={startAgain}
      />
    </MantineProvider>,
  );
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  globalThis.fetch = realFetch;
});

const code = () => screen.getByLabelText<HTMLInputElement>('Code');
const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' });
const type = (text: string) => fireEvent.change(code(), { target: { value: text } });
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const sentTo = (path: string) => calls.sent.filter(([asked]) => asked === path);

async function press(name: string) {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass(10);
}

test('the form names provider and address, and a complete code leads to the next page', async () => {
  expect(screen.getByRole('status').textContent).toMatch(
    /^Google does not say whether anna@example\.com is yours\./,
  );
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe(email);
  type('12345');
  expect(next().disabled).toBe(true);
  fireEvent.submit(code().form!);
  await pass(10);
  expect(sentTo('/social-confirm')).toEqual([]);
  type('123 456');
  await press('Continue');
  expect(sentTo('/social-confirm')).toEqual([['/social-confirm', { code: '123456' }]]);
  expect(done.mock.calls).toEqual([['/welcome']]);
});

test.each([
  [422, 'Invalid code. Please try again.', /^Check the newest mail/],
  [409, 'This took too long. Please begin again.', /^$/],
  [429, 'An error occurred. Please try again.', /^Too many tries\. Wait a few minutes/],
  [500, 'An error occurred. Please try again.', /^Reference 12$/],
])('status %i for a code shows "%s", and the code can be sent again', async (status, sentence, advice) => {
  calls.answers['/social-confirm'] = { status, body: { message: 'Reference 12' } };
  type('123456');
  next().focus();
  await press('Continue');
  expect(screen.getByRole('alert').textContent).toBe(sentence);
  const below = screen.getByRole('alert').nextElementSibling;
  expect(below?.textContent ?? '').toMatch(advice);
  const isAboutCode = status === 422;
  expect(code().getAttribute('aria-invalid') === 'true').toBe(isAboutCode);
  expect(document.activeElement === code()).toBe(isAboutCode);
  expect([next().disabled, done.mock.calls]).toEqual([false, []]);
  type('12345');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a lost connection shows the advice to check the connection', async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  type('123456');
  await press('Continue');
  expect(screen.getByText('Check your connection and try again.')).toBeDefined();
});

test('a request for another code empties the field, and the page checks the state of the new mail', async () => {
  type('123456');
  await press('Send again');
  expect(screen.getByRole('status').textContent).toMatch(/^A new code is on its way\./);
  expect([code().value, document.activeElement === code()]).toEqual(['', true]);
  await pass(2_000);
  expect(screen.getByRole('alert').textContent).toBe(`The mail to ${email} was refused.`);
});

test('while a code is being sent, a second press sends no other code', async () => {
  const again = screen.getByRole('button', { name: 'Send again' });
  fireEvent.click(again);
  expect(again.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(again);
  await pass(10);
  expect(sentTo('/social-code')).toHaveLength(1);
  expect(again.getAttribute('aria-disabled')).toBe('false');
});

test('the user can choose another way to sign in', async () => {
  await press('Go on in another way');
  expect(startAgain).toHaveBeenCalledTimes(1);
});
