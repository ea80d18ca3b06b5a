import { useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Goes to the place that the address names once it is `ready` to be read: it comes after the page did, so that the browser
 * did not find it. The keyboard goes on from there.
 */
export function useAnchor(ready: boolean): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (!ready || hash === '') return;
    const place = document.getElementById(hash.slice(1));
    place?.scrollIntoView();
    place?.focus({ preventScroll: true });
  }, [ready, hash, key]);
}
