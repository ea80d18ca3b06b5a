import { expect, test } from '@jest/globals';
import { type Key, keyFor, typed } from './keypad-input.js';

const type = (...pressed: Key[]) => pressed.reduce(typed, '');

test('six digits are taken and a seventh is not', () => {
  expect(type('4', '7', '1', '9', '0', '2', '5')).toBe('471902');
});

test('backspace takes the last digit, clear takes them all, and neither fails on nothing', () => {
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
