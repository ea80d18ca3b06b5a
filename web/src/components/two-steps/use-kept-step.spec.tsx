import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { forgetAddressStep, forgetSignedOutSteps, useKeptStep } from './use-kept-step.js';

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
});

const names = ['sign-up', 'reset', 'address'] as const;
const keptBy = (name: (typeof names)[number]) => renderHook(() => useKeptStep(name)).result.current.sent;
const keep = (name: (typeof names)[number], email: string, mailId?: string) => {
  const { result } = renderHook(() => useKeptStep(name));
  act(() => result.current.codeSent(mailId === undefined ? { email } : { email, mail: mailId }));
  expect(result.current.sent?.email).toBe(email);
};

test('each of the three forms keeps its own step in sessionStorage', () => {
  keep('sign-up', 'anna@example.com', 'mail-1');
  keep('reset', 'ben@example.com');
  keep('address', 'eve@example.com', 'mail-2');
  expect(names.map(keptBy)).toEqual([
    { email: 'anna@example.com', mail: 'mail-1' },
    { email: 'ben@example.com' },
    { email: 'eve@example.com', mail: 'mail-2' },
  ]);
});

test('a sign-in forgets the steps of sign-up and reset; a sign-out forgets that of an added address', () => {
  for (const name of names) keep(name, 'anna@example.com');
  forgetSignedOutSteps();
  expect(names.map((name) => keptBy(name)?.email)).toEqual([undefined, undefined, 'anna@example.com']);
  keep('reset', 'anna@example.com');
  forgetAddressStep();
  expect(names.map((name) => keptBy(name)?.email)).toEqual([undefined, 'anna@example.com', undefined]);
});

test('starting again forgets the step, also for the next time that the form opens', () => {
  keep('reset', 'anna@example.com');
  const { result } = renderHook(() => useKeptStep('reset'));
  act(() => result.current.startAgain());
  expect([result.current.sent, keptBy('reset')]).toEqual([undefined, undefined]);
});

test.each([
  ['{"email":', undefined],
  ['{"mail":"mail-1"}', undefined],
  ['{"email":7}', undefined],
  ['{"email":"anna@example.com","mail":7}', { email: 'anna@example.com' }],
])('the stored step %s is read as %j', (stored, sent) => {
  jest.spyOn(console, 'warn').mockReturnValue();
  sessionStorage.setItem('sixpence.sign-up', stored);
  expect(keptBy('sign-up')).toEqual(sent);
});
