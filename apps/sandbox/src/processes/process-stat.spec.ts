import { expect, test } from '@jest/globals';
import { parseProcessStat } from './process-stat.js';

const rest = 'S 1 10 10 0 -1 4194560 100 0 0 0 1 2 0 0 20 0 1 0 98765 1000 10 18446744073709551615';

test('pid and start time are read from a stat line', () => {
  expect(parseProcessStat(`42 (node) ${rest}`)).toEqual({ pid: 42, state: 'S', startTicks: 98765 });
});

test('a command name with spaces and parentheses does not shift the fields', () => {
  expect(parseProcessStat(`42 (tmux: (server) 7) ${rest}`).startTicks).toBe(98765);
});

test('an invalid stat line is refused', () => {
  expect(() => parseProcessStat('')).toThrow('Not a line');
});
