import { useEffect } from 'react';

declare global {
  interface Window {
    /** The button that was pressed last before the page's code was there; `public/first.js` notes it. */
    pressed?: HTMLButtonElement | null;
  }
}

/** Stands beside a page: what somebody pressed before the page could hear it is done once it can. */
export function PressedAgain(): null {
  useEffect(() => {
    const { pressed } = window;
    window.onclick = null;
    delete window.pressed;
    if (pressed?.isConnected) pressed.click();
  }, []);
  return null;
}
