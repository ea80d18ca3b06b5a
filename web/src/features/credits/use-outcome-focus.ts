import { type RefObject, useEffect, useRef } from 'react';

/**
 * Shows somebody what they are told: an outcome comes into view, and the keyboard goes on from it where it has no place
 * any more, as after a button that was switched off. An outcome that ends something takes it in any case.
 * @returns for the element, with `tabIndex={-1}`, in which the outcome stands
 */
export function useOutcomeFocus(outcome: unknown, isEnd: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome === undefined) return;
    const active = document.activeElement;
    if (isEnd || active === null || active === document.body) place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome, isEnd]);
  return place;
}
