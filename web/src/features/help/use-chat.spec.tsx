import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { answerCalls, holdAnswers } from '../../lib/testing/answered-calls.js';
import { useChat } from './use-chat.js';

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
  [{ status: 200, body: { provided: true } }, 'provided'],
  [{ status: 200, body: { provided: false } }, 'none'],
  [{ status: 503 }, 'none'],
])('after the answer %j the chat is %s', async (answer, chat) => {
  answerCalls({ '/chat': answer });
  const { result } = renderHook(useChat);
  expect(result.current).toBe('asking');
  await soon();
  expect([result.current, noted.mock.calls.length]).toEqual([chat, answer.status === 200 ? 0 : 1]);
});

test('help that is left before the answer logs nothing', async () => {
  answerCalls({});
  const answer = holdAnswers('/chat');
  renderHook(useChat);
  await soon();
  cleanup();
  answer();
  await soon();
  expect(noted).not.toHaveBeenCalled();
});
