import { useEffect } from 'react';

declare global {
  interface Window {
    /**
     * The last button that the user pressed before the page's code was loaded; null when there was none.
     * `public/first.js` records presses until this is undefined.
     */
    pressed?: HTMLButtonElement | null;
  }
}

/** Repeats the user's press on a button from before the page's code was loaded. */
export function PressedAgain(): null {
  useEffect(() => {
    const { pressed } = window;
    noteNoPress();
    if (pressed?.isConnected) pressed.click();
  }, []);
  return null;
}

/** Stops the recording of presses: every part of the page handles its own now. */
export function noteNoPress(): void {
  delete window.pressed;
}

/** Forgets a recorded press, because a part of the page has already handled one. */
export function forgetPress(): void {
  if (window.pressed) window.pressed = null;
}
