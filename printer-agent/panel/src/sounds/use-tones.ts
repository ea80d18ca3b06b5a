import type { PanelView } from '@sixpence/contracts/agent/panel';
import { type MouseEvent, useEffect, useRef } from 'react';
import { toneFor } from './tone-for.js';
import { sound } from '../comfort/tones.js';
import { useComfort } from '../comfort/use-comfort.js';

/**
 * Plays sounds when the user has switched them on.
 * @returns a handler for every click
 */
export function useTones(view: PanelView): (event: MouseEvent) => void {
  const { sounds } = useComfort();
  const before = useRef(view);
  useEffect(() => {
    const tone = toneFor(before.current, view);
    before.current = view;
    if (sounds && tone) sound(tone);
  }, [view, sounds]);
  return ({ target }) => {
    if (sounds && target instanceof Element && target.closest('button')) sound('key');
  };
}
