import type { Page } from '@sixpence/contracts/pages';
import { useEffect } from 'react';

/**
 * Keeps the document's head in step with the shown page. Core sends each document with the right head, so the
 * script that writes a head loads only when the page changes.
 */
export function useHead(page: Page | undefined): void {
  useEffect(() => {
    if (!page || headIsOf(page)) return;
    let isUnmounted = false;
    import('./write-head.js').then(
      ({ writeHead }) => {
        if (!isUnmounted) writeHead(page);
      },
      (error: unknown) => console.warn('The head of the document could not be updated', error),
    );
    return () => {
      isUnmounted = true;
    };
  }, [page]);
}

function headIsOf({ path }: Page): boolean {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  return canonical !== null && new URL(canonical.href).pathname === path;
}
