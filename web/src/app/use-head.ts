import type { Page } from '@sixpence/contracts/pages';
import { useEffect } from 'react';

/**
 * Keeps the head of the document that of the page which is shown. The document comes with its own from core; what it takes
 * to write another one is fetched when the page changes.
 */
export function useHead(page: Page | undefined): void {
  useEffect(() => {
    if (!page || headIsOf(page)) return;
    let left = false;
    import('./write-head.js').then(
      ({ writeHead }) => {
        if (!left) writeHead(page);
      },
      (error: unknown) => console.warn('The head of the document stays that of another page', error),
    );
    return () => {
      left = true;
    };
  }, [page]);
}

function headIsOf({ path }: Page): boolean {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  return canonical !== null && new URL(canonical.href).pathname === path;
}
