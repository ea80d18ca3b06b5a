import { expect, test } from '@jest/globals';
import { type Key, keyFor, typed } from './keypad-input.js';

const type = (...pressed: Key[]) => pressed.reduce(typed, '');

test('six digits are accepted and a seventh is ignored', () => {
  expect(type('4', '7', '1', '9', '0', '2', '5')).toBe('471902');
});

test('backspace deletes the last digit, clear deletes all, and neither fails on an empty input', () => {
  expect(type('4', '7', 'backspace')).toBe('4');
  expect(type('4', '7', 'clear')).toBe('');
  expect(type('backspace', 'clear')).toBe('');
});

test('a keyboard works like the screen', () => {
  expect(['7', 'Backspace', 'Delete', 'Enter', 'a', 'F5', '٣'].map(keyFor)).toEqual([
    '7',
    'backspace',
    'clear',
    'login',
    undefined,
    undefined,
    undefined,
  ]);
});
