import { expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { PreparingLine } from './preparing-line.js';

test('after 20 seconds the line shows that the preparation takes longer than usual', () => {
  jest.useFakeTimers();
  render(<PreparingLine />);
  expect(screen.getByText('Preparing, ready in a few seconds')).toBeDefined();
  act(() => jest.advanceTimersByTime(19_999));
  expect(screen.queryByText(/longer than usual/)).toBeNull();
  act(() => jest.advanceTimersByTime(1));
  expect(screen.getByText(/longer than usual/)).toBeDefined();
  jest.useRealTimers();
});
