import { type RefObject, useEffect, useRef } from 'react';

/** Makes a scrolling element without buttons a Tab stop, so that the arrow keys can scroll it. */
export function useScrollStop<Element extends HTMLElement>(): RefObject<Element | null> {
  const ref = useRef<Element>(null);
  // Without dependencies, because the content may change at every render.
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const look = () => {
      if (element.scrollHeight > element.clientHeight) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    // The content may grow while the element keeps its size, for example when a font arrives.
    for (const child of element.children) observer.observe(child);
    look();
    return () => observer.disconnect();
  });
  return ref;
}
