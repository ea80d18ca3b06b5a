import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup } from '@testing-library/react';
import { answerCalls } from '../../lib/testing/answered-calls.js';
import { openSignedIn, type OpenedPart } from '../../lib/testing/signed-in.js';
import { useAccount } from './use-account.js';

let opened: OpenedPart;
beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  opened.restore();
});

function Account() {
  const { account, failed } = useAccount();
  return <output>{failed ? 'failed' : account ? 'there' : 'loading'}</output>;
}

const shown = () => opened.container.querySelector('output')?.textContent;

test.each([
  [503, 3],
  [401, 1],
  [403, 1],
])('a request for the account that is answered with %i is sent %i times in all', async (status, times) => {
  const { sent } = answerCalls({ '/account-details': { status } });
  opened = openSignedIn(<Account />);
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(shown()).toBe(times === 1 ? 'failed' : 'loading');
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect([shown(), sent.length]).toEqual(['failed', times]);
});
