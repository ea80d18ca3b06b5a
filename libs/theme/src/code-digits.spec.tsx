import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { CodeDigits } from './code-digits.js';

afterEach(cleanup);

/** Each of the six boxes: its digit, `+` if it is filled, and `_` if it is the next one. */
function boxes(digits: string, cursor?: boolean): string[] {
  render(<CodeDigits digits={digits} label="Code" {...(cursor === undefined ? {} : { cursor })} />);
  const group = screen.getByRole('group', { name: 'Code' });
  expect(group.textContent.replaceAll(' ', '')).toBe(digits);
  return [...group.children].map(
    (box) =>
      `${box.textContent}${box.hasAttribute('data-filled') ? '+' : ''}${box.hasAttribute('data-next') ? '_' : ''}`,
  );
}

test.each([
  ['4719', true, ['4+', '7+', '1+', '9+', '_', '']],
  ['4719', undefined, ['4+', '7+', '1+', '9+', '', '']],
  ['471902', true, ['4+', '7+', '1+', '9+', '0+', '2+']],
  ['', true, ['_', '', '', '', '', '']],
])('the digits "%s" with the cursor %j fill their boxes', (digits, cursor, expected) => {
  expect(boxes(digits, cursor)).toEqual(expected);
});

test('spaces between the digits make a screen reader read each of them', () => {
  render(<CodeDigits digits="471902" label="Code" />);
  expect(screen.getByRole('group').textContent).toBe('4 7 1 9 0 2');
});
