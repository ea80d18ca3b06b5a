import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import { useOutcomeFocus } from './use-outcome-focus.js';

const scrolled = jest.fn();
beforeEach(() => {
  scrolled.mockReset();
  jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(scrolled);
});
afterEach(() => {
  cleanup();
});

function Part({ outcome, isEnd }: { outcome: string | undefined; isEnd: boolean }) {
  const element = useOutcomeFocus(outcome, isEnd);
  return (
    <>
      <input aria-label="field" />
      <div ref={element} tabIndex={-1}>
        {outcome}
      </div>
    </>
  );
}

/** Draws no outcome, then this one while the field or no element has the focus. */
function drawOutcome(outcome: string | undefined, isEnd: boolean, isTyping: boolean) {
  const { container, rerender } = render(<Part outcome={undefined} isEnd={isEnd} />);
  expect([document.activeElement, scrolled.mock.calls]).toEqual([document.body, []]);
  if (isTyping) container.querySelector('input')?.focus();
  rerender(<Part outcome={outcome} isEnd={isEnd} />);
  return document.activeElement?.tagName;
}

test.each([
  [true, true, 'DIV'],
  [true, false, 'DIV'],
  [false, true, 'INPUT'],
  [false, false, 'DIV'],
])(
  'an outcome (ends the action: %j, a field has the focus: %j) is in view, and %s has the focus',
  (...given) => {
    const [isEnd, isTyping, focused] = given;
    expect(drawOutcome('Thank you!', isEnd, isTyping)).toBe(focused);
    expect(scrolled.mock.calls).toEqual([[{ block: 'nearest' }]]);
  },
);

test('without an outcome, neither the focus nor the page moves', () => {
  expect(drawOutcome(undefined, true, false)).toBe('BODY');
  expect(scrolled).not.toHaveBeenCalled();
});
