import { useEffect, useState } from 'react';
import { serverNow } from '../../../lib/server-clock.js';

/**
 * Seconds until a moment (ISO 8601) by the server's clock, updated twice a second; 0 once the moment has
 * passed.
 */
export function useCountdown(until: string): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(until));
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsUntil(until)), 500);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}

function secondsUntil(until: string): number {
  return Math.max(0, (Date.parse(until) - serverNow()) / 1000);
}
