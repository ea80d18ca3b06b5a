import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup } from '@testing-library/react';
import { answerCalls } from '../../../lib/testing/answered-calls.js';
import { openSignedIn, type OpenedPart } from '../../../lib/testing/signed-in.js';
import { useDocuments } from './use-documents.js';

let opened: OpenedPart;
beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  opened.restore();
});

function List() {
  const { loading, failed } = useDocuments();
  return <output>{loading ? 'loading' : failed ? 'failed' : 'there'}</output>;
}

const shown = () => opened.container.querySelector('output')?.textContent;

test.each([
  [503, 3],
  [401, 1],
  [403, 1],
])('a request for the list that is answered with %i is sent %i times in all', async (status, times) => {
  const { sent } = answerCalls({ '/fetch-documents': { status } });
  opened = openSignedIn(<List />);
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(shown()).toBe(times === 1 ? 'failed' : 'loading');
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect([shown(), sent.length]).toEqual(['failed', times]);
});
