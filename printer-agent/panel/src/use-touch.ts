import { useCallback, useRef } from 'react';

const quietMs = 3000;

/** Calls `tell` at a touch, at most once every three seconds. */
export function useTouch(reportTouch: () => void): () => void {
  const toldAt = useRef(-quietMs);
  return useCallback(() => {
    const now = performance.now();
    if (now - toldAt.current < quietMs) return;
    toldAt.current = now;
    reportTouch();
  }, [reportTouch]);
}
