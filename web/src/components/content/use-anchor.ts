import { useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Scrolls to the element that the address names and focuses it, once the text is `ready`. The browser cannot
 * do so itself, because the element appears after the page has loaded.
 */
export function useAnchor(ready: boolean): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (!ready) return;
    const element = document.getElementById(hash.slice(1));
    element?.scrollIntoView();
    element?.focus({ preventScroll: true });
  }, [ready, hash, key]);
}
