import { expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { PreparingLine } from './preparing-line.js';

test('the line says so if the preparation takes long', () => {
  jest.useFakeTimers();
  render(<PreparingLine />);
  expect(screen.getByText('Preparing, ready in a few seconds')).toBeDefined();
  act(() => jest.advanceTimersByTime(21_000));
  expect(screen.getByText(/longer than usual/)).toBeDefined();
  jest.useRealTimers();
});
