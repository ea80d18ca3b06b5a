import { type RefObject, useEffect, useRef } from 'react';

/**
 * Scrolls an outcome into view. The outcome takes the focus if no element has it, such as after a button was
 * disabled. An outcome that ends an action (`isEnd`) always takes it.
 * @returns a ref for the element of the outcome, which needs `tabIndex={-1}`
 */
export function useOutcomeFocus(outcome: unknown, isEnd: boolean): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome === undefined) return;
    const active = document.activeElement;
    if (isEnd || active === null || active === document.body) element.current?.focus({ preventScroll: true });
    element.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome, isEnd]);
  return element;
}
