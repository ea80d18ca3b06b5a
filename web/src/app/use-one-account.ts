import { useEffect } from 'react';

const channelName = 'sixpence.account';

/**
 * All tabs of a browser share one session. Each says whose account it found; one that still shows somebody else's begins
 * anew, and knows nothing of theirs then.
 */
export function useOneAccount(email: string | undefined): void {
  useEffect(() => {
    // Older browsers have no such channel: a tab is led to /login by its closed connection alone.
    if (email === undefined || !('BroadcastChannel' in window)) return undefined;
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }) => {
      if (data !== email) window.location.reload();
    };
    channel.postMessage(email);
    return () => channel.close();
  }, [email]);
}
