import type { PanelView } from '@sixpence/contracts/agent/panel';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { type Comfort, comfort, forgetComfort, onComfort } from './comfort.js';

/** Somebody may switch something on and walk away before a session begins. */
const forgottenMs = 60_000;

/** What is switched on now. */
export function useComfort(): Comfort {
  return useSyncExternalStore(onComfort, comfort);
}

/** Ends what was switched on with the person's session, and when the waiting screen is left untouched. */
export function useComfortOfSession(screen: PanelView['screen']): void {
  const switchedOn = useComfort();
  const before = useRef(screen);
  useEffect(() => {
    if (screen === 'attract' && before.current !== 'attract') forgetComfort();
    before.current = screen;
  }, [screen]);
  useEffect(() => {
    if (screen !== 'attract') return undefined;
    const timer = setTimeout(forgetComfort, forgottenMs);
    return () => clearTimeout(timer);
  }, [screen, switchedOn]);
}
