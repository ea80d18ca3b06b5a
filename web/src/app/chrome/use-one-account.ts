import { useEffect } from 'react';

const channelName = 'sixpence.account';

/**
 * All tabs of a browser share one session. Each tab announces the account that it found. A tab that shows
 * another account reloads, so that no data of that account stays on the screen.
 */
export function useOneAccount(email: string | undefined): void {
  useEffect(() => {
    // An older browser has no such channel. Its tabs react only to the end of their live connection.
    if (email === undefined || !('BroadcastChannel' in window)) return undefined;
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }) => {
      if (data !== email) window.location.reload();
    };
    channel.postMessage(email);
    return () => channel.close();
  }, [email]);
}
