import { expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { PreparingLine } from './preparing-line.js';

test('a preparation that takes long says so, and that nothing is lost', () => {
  jest.useFakeTimers();
  render(<PreparingLine />);
  expect(screen.getByText('Preparing, ready in a few seconds')).toBeDefined();
  act(() => jest.advanceTimersByTime(21_000));
  expect(screen.getByText(/longer than usual/)).toBeDefined();
  jest.useRealTimers();
});
