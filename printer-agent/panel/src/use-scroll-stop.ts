import { type RefObject, useEffect, useRef } from 'react';

/** Makes what scrolls, and has nothing to press, a stop of Tab, so that the arrow keys can scroll it. */
export function useScrollStop<Element extends HTMLElement>(): RefObject<Element | null> {
  const ref = useRef<Element>(null);
  // What is in it may change with every drawing.
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const look = () => {
      if (element.scrollHeight > element.clientHeight) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    // What is in it grows while the element keeps its size, such as when the font comes.
    for (const child of element.children) observer.observe(child);
    look();
    return () => observer.disconnect();
  });
  return ref;
}
