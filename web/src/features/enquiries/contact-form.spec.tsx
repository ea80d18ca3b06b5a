import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, renderHook } from '@testing-library/react';
import { answerCalls, holdAnswers } from '../../lib/testing/answered-calls.js';
import type { SyntheticEvent } from 'react';
import { ContactForm } from './contact-form.js';
import { useEnquiry } from './use-enquiry.js';

const realFetch = globalThis.fetch;
let noted: jest.SpiedFunction<typeof console.warn>;

beforeEach(() => {
  noted = jest.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
});

const soon = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));

test.each([
  ['closed', 0],
  ['open', 1],
])('while the form is %s, a failed detection of the location is logged %i times', async (form, times) => {
  answerCalls({});
  const answer = holdAnswers('/get-user-location');
  render(
    <MantineProvider env="test">
      <ContactForm close={() => undefined} done={() => undefined} />
    </MantineProvider>,
  );
  await soon();
  if (form === 'closed') cleanup();
  answer();
  await soon();
  expect(noted).toHaveBeenCalledTimes(times);
});

test('while an enquiry is sent, a second press sends nothing', () => {
  const send = jest.fn(() => new Promise(() => undefined));
  const { result } = renderHook(() => useEnquiry({ email: 'E-mail' }, send));
  const submit = () =>
    act(() => result.current.submit({ preventDefault: () => undefined } as SyntheticEvent));
  act(() => result.current.type('email', 'anna@example.com'));
  submit();
  submit();
  expect([send.mock.calls.length, result.current.isBusy]).toEqual([1, true]);
});
