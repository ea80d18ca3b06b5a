import { useEffect, useState } from 'react';

/** Whole seconds until a time (ISO 8601) by the clock of the screen's own machine; 0 once it has passed. */
export function useSecondsUntil(until: string): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((Date.parse(until) - now) / 1000));
}
