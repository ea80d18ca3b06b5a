import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { answerCalls, type AnsweredCalls } from '../../../lib/testing/answered-calls.js';
import { commonPasswordsLoaded } from '../../../lib/testing/common-passwords-loaded.js';
import { PasswordSection } from './password-section.js';

const realFetch = globalThis.fetch;
const good = 'Violet-Kettle-19';
let calls: AnsweredCalls;

beforeEach(() => {
  calls = answerCalls({
    '/validate-session': { status: 200, body: { valid: true } },
    '/password-change': { status: 200, body: {} },
  });
});
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
});

function open(hasPassword: boolean) {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <PasswordSection hasPassword={hasPassword} email="anna@example.com" />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  press(hasPassword ? 'Change password' : 'Set a password');
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const changes = () => calls.sent.filter(([path]) => path === '/password-change').map(([, body]) => body);
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save password' });

async function type(fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
  await commonPasswordsLoaded();
}

/** Submits the form although its button may be disabled, as a program can. */
async function submit() {
  fireEvent.submit(save().closest('form')!);
  await act(() => new Promise<void>((resolve) => setTimeout(resolve)));
}

test.each<[string, Record<string, string>]>([
  ['the present password', { 'New password': good, 'Confirm password': good }],
  ['a good password', { 'Present password': 'old', 'New password': 'short', 'Confirm password': 'short' }],
  ['the confirmation', { 'Present password': 'old', 'New password': good }],
])('without %s no password is sent', async (_, fields) => {
  open(true);
  await type(fields);
  await submit();
  expect([save().disabled, changes()]).toEqual([true, []]);
});

test('a wrong confirmation is not sent, and its message disappears when the user types', async () => {
  open(false);
  await type({ 'New password': good, 'Confirm password': `${good}0` });
  await submit();
  expect([screen.getByRole('alert').textContent, changes()]).toEqual(['Passwords do not match!', []]);
  await type({ 'Confirm password': good });
  expect(screen.queryByRole('alert')).toBeNull();
  await submit();
  expect(changes()).toEqual([{ password: good }]);
});

test('after a change the form is closed, the focus is on the section, and its message disappears when the form is opened again', async () => {
  open(true);
  await type({ 'Present password': 'old', 'New password': good, 'Confirm password': good });
  await submit();
  expect(changes()).toEqual([{ present: 'old', password: good }]);
  expect(screen.queryByLabelText('New password')).toBeNull();
  expect(document.activeElement).toBe(document.querySelector('section'));
  expect(screen.getByRole('status').textContent).toMatch(/^Your password was changed\./);
  press('Change password');
  expect(screen.queryByRole('status')).toBeNull();
});

test('a cancelled change leaves no message, and the next opening has empty fields', async () => {
  calls.answers['/password-change'] = { status: 422, body: { code: 'password.wrong', message: 'Wrong.' } };
  open(true);
  await type({ 'Present password': 'old', 'New password': good, 'Confirm password': good });
  await submit();
  expect(screen.getByRole('alert').textContent).toBe('Wrong.');
  press('Cancel');
  expect(screen.queryByRole('alert')).toBeNull();
  press('Change password');
  expect(screen.getByLabelText<HTMLInputElement>('Present password').value).toBe('');
});
