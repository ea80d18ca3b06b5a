import { useEffect, useEffectEvent } from 'react';

const everyMs = 15_000;
const mostMs = 3 * 60_000;

/**
 * Sends touches for three minutes while the user tops up on a phone and does not touch this screen. Each new
 * choice restarts the three minutes.
 */
export function useKeptOpen(isWaiting: boolean, chosen: unknown, touch: () => void): void {
  const onTime = useEffectEvent(touch);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => onTime(), everyMs);
    const end = setTimeout(() => clearInterval(timer), mostMs);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [isWaiting, chosen]);
}
