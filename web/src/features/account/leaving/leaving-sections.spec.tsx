import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { answerCalls, type AnsweredCalls, holdAnswers } from '../../../lib/testing/answered-calls.js';
import { DeleteSection } from './delete-section.js';
import { DownloadSection } from './download-section.js';

const realFetch = globalThis.fetch;
const revoked = jest.fn();
const moneyLeft = { code: 'leaving.money-left', message: 'There is money left: £4.40.' };
const unproven = { code: 'account.unproven', message: 'Please type your password.' };
let calls: AnsweredCalls;

beforeEach(() => {
  calls = answerCalls({
    '/validate-session': { status: 200, body: { valid: true } },
    '/account-erase': { status: 200, body: {} },
    '/account-export': { status: 200, body: {} },
  });
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: revoked });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
});
afterEach(() => {
  cleanup();
  revoked.mockReset();
  globalThis.fetch = realFetch;
});

function open(section: ReactNode) {
  render(
    <MantineProvider env="test">
      <MemoryRouter initialEntries={['/account']}>
        {section}
        <Address />
      </MemoryRouter>
    </MantineProvider>,
  );
}

function Address() {
  return <p data-testid="address">{useLocation().pathname}</p>;
}

const at = () => screen.getByTestId('address').textContent;
const soon = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));
const sentTo = (asked: string) => calls.sent.filter(([path]) => path === asked).map(([, body]) => body);
const typePassword = () =>
  fireEvent.change(screen.getByLabelText('Your password'), { target: { value: 'Sixpence1' } });
const tick = (name: RegExp) => fireEvent.click(screen.getByRole('checkbox', { name }));
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
/** Submits the form although its button may be disabled, as a program can. */
const submit = async (name: string) => {
  fireEvent.submit(button(name).closest('form')!);
  await soon();
};

test('the deletion of an account needs the password and the confirmation, and leads to the landing page', async () => {
  open(<DeleteSection hasPassword />);
  fireEvent.click(button('Delete my account…'));
  typePassword();
  await submit('Delete for good');
  expect([button('Delete for good').disabled, sentTo('/account-erase')]).toEqual([true, []]);
  tick(/cannot be undone/);
  fireEvent.change(screen.getByLabelText('Your password'), { target: { value: '' } });
  await submit('Delete for good');
  expect([button('Delete for good').disabled, sentTo('/account-erase'), at()]).toEqual([
    true,
    [],
    '/account',
  ]);
  typePassword();
  await submit('Delete for good');
  expect([sentTo('/account-erase'), at()]).toEqual([[{ password: 'Sixpence1' }], '/']);
});

test('the checkbox to give up the money stays ticked after a wrong password', async () => {
  open(<DeleteSection hasPassword />);
  fireEvent.click(button('Delete my account…'));
  typePassword();
  tick(/cannot be undone/);
  expect(screen.queryByRole('checkbox', { name: /give up the money/ })).toBeNull();
  calls.answers['/account-erase'] = { status: 409, body: moneyLeft };
  await submit('Delete for good');
  expect([screen.getByRole('alert').textContent, at()]).toEqual([moneyLeft.message, '/account']);
  tick(/give up the money/);
  calls.answers['/account-erase'] = { status: 422, body: unproven };
  await submit('Delete for good');
  expect(screen.getByRole('alert').textContent).toBe(unproven.message);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /give up the money/ }).checked).toBe(true);
  expect(sentTo('/account-erase')).toEqual([
    { password: 'Sixpence1' },
    { password: 'Sixpence1', giveUpMoney: true },
  ]);
});

test('the focus moves to the section when the deletion form opens or closes', () => {
  open(<DeleteSection hasPassword={false} />);
  const section = () => document.querySelector('section');
  fireEvent.click(button('Delete my account…'));
  expect(document.activeElement).toBe(section());
  button('Cancel').focus();
  fireEvent.click(button('Cancel'));
  expect(document.activeElement).toBe(section());
});

test('a download without the password sends nothing', async () => {
  open(<DownloadSection hasPassword />);
  await submit('Download my data');
  expect(sentTo('/account-export')).toEqual([]);
});

test('the message about a saved file disappears while the next file is fetched, and its object URL is revoked', async () => {
  open(<DownloadSection hasPassword={false} />);
  const note = () => screen.queryByText('Your file is saved with your downloads.');
  await submit('Download my data');
  expect(note()).not.toBeNull();
  expect(revoked).toHaveBeenCalledWith('blob:1');
  const answer = holdAnswers('/account-export');
  await submit('Download my data');
  expect(note()).toBeNull();
  answer();
  await soon();
  expect(note()).not.toBeNull();
});
