import { useEffect } from 'react';

declare global {
  interface Window {
    /**
     * The last button that the user pressed before the page's script was loaded; null when there was none.
     * `public/first.js` records presses until this is undefined.
     */
    pressed?: HTMLButtonElement | null;
  }
}

/** Clicks the recorded button, if the user pressed one before the page's script was loaded. */
export function PressedAgain(): null {
  useEffect(() => {
    const { pressed } = window;
    stopRecordingPresses();
    if (pressed?.isConnected) pressed.click();
  }, []);
  return null;
}

/** Stops the recording of presses: from now on every part of the page handles its own presses. */
export function stopRecordingPresses(): void {
  delete window.pressed;
}

/** Forgets the recorded press, because React has handled it, and a press must not run twice. */
export function forgetPress(): void {
  if (window.pressed) window.pressed = null;
}
