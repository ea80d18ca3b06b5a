import { useEffect, useEffectEvent } from 'react';

const everyMs = 15_000;
const mostMs = 3 * 60_000;

/**
 * Whoever tops up with a phone in their hand touches nothing: for three minutes the screen is touched for them. They begin
 * anew with whatever else they choose.
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
