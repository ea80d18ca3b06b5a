import { useEffect } from 'react';

declare global {
  interface Window {
    /**
     * The button that was pressed last before the page's code was there; null when none was. `public/first.js` notes
     * presses until this is undefined.
     */
    pressed?: HTMLButtonElement | null;
  }
}

/** Stands beside a page: what somebody pressed before the page could hear it is done once it can. */
export function PressedAgain(): null {
  useEffect(() => {
    const { pressed } = window;
    noteNoPress();
    if (pressed?.isConnected) pressed.click();
  }, []);
  return null;
}

/** Everything on the page hears a press itself from now on. */
export function noteNoPress(): void {
  delete window.pressed;
}

/** A press that the part of the page around it has heard is not done again. */
export function forgetPress(): void {
  if (window.pressed) window.pressed = null;
}
