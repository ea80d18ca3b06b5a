import { useEffect, useEffectEvent } from 'react';

/**
 * Enter presses the pink button of a screen, unless another button has the focus: then it presses that one.
 */
export function useEnter(act: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
