import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { useKeptOpen } from './use-kept-open.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const pass = (seconds: number) => act(() => jest.advanceTimersByTime(seconds * 1_000));

function keptOpen(isWaiting: boolean) {
  const touch = jest.fn();
  const { rerender } = renderHook(
    (props: { isWaiting: boolean; chosen: string }) => useKeptOpen(props.isWaiting, props.chosen, touch),
    { initialProps: { isWaiting, chosen: 'one document' } },
  );
  return { touch, rerender };
}

test('the screen is kept open for three minutes of topping up, and for three more after another choice', () => {
  const { touch, rerender } = keptOpen(true);
  pass(175);
  const touched = touch.mock.calls.length;
  expect(touched).toBeGreaterThan(8);
  pass(600);
  const ended = touch.mock.calls.length;
  expect(ended).toBeLessThanOrEqual(touched + 1);
  rerender({ isWaiting: true, chosen: 'two documents' });
  pass(60);
  expect(touch.mock.calls.length).toBeGreaterThan(ended);
});

test('the screen is not kept open without a shortfall', () => {
  const { touch, rerender } = keptOpen(false);
  pass(600);
  rerender({ isWaiting: true, chosen: 'one document' });
  rerender({ isWaiting: false, chosen: 'one document' });
  pass(600);
  expect(touch).not.toHaveBeenCalled();
});
