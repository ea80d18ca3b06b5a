import type { PanelView } from '@sixpence/contracts/agent/panel';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { type Comfort, comfort, forgetComfort, onComfort } from './comfort.js';

/**
 * The settings are reset after this time on the attract screen, because a user may change them and leave
 * without a session.
 */
const forgottenMs = 60_000;

export function useComfort(): Comfort {
  return useSyncExternalStore(onComfort, comfort);
}

/** Resets the settings when the session ends, and when the attract screen stays untouched. */
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
